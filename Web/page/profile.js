// The user's own profile.

import { ask, element, setText } from "./elements.js";
import { problem } from "./words.js";

/**
 * Shows the profile of the user, and changes it.
 *
 * @param {import("../sdk/martlet.js").Client} client
 */
export async function editProfile(client) {
  const fields = ["name", "about", "visibility", "status", "presence", "writers"].map((field) => element(`profile-${field}`));
  const [name, about, visibility, status, presence, writers] = fields;
  let [kept, takesOnlyAllowed] = [{}, false];
  setText(element("profile-error"), "");
  setText(element("profile-number"), "");
  for (const field of [name, about, status]) field.value = "";
  writers.disabled = true;
  const closed = ask(element("profile"));
  element("profile-form").onsubmit = async (event) => {
    event.preventDefault();
    setText(element("profile-error"), "");
    try {
      await client.updateProfile({ name: name.value.trim(), about: about.value.trim() }, { visibility: visibility.value });
      if (status.value.trim() !== (kept["presence.text"] ?? "")) await client.setStatus(status.value.trim());
      if (presence.value !== (kept["presence.visibility"] ?? "")) await client.setPresenceVisibility(presence.value);
      const isWanted = writers.value === "allowed";
      if (!writers.disabled && isWanted !== takesOnlyAllowed) await client.setTakesOnlyAllowed(isWanted);
      element("profile").close("");
    } catch (error) {
      setText(element("profile-error"), problem(error));
    }
  };
  try {
    kept = await client.settings();
    status.value = kept["presence.text"] ?? "";
    presence.value = kept["presence.visibility"] ?? "";
    takesOnlyAllowed = (await client.relation(client.user)).onlyAllowed;
    writers.value = takesOnlyAllowed ? "allowed" : "everyone";
    writers.disabled = false;
    const profile = await client.profile(client.user);
    name.value = profile.name;
    about.value = profile.fields.about ?? "";
    visibility.value = profile.visibility || "app";
    setText(element("profile-number"), profile.number ? `Account number ${profile.number}` : "");
  } catch (error) {
    setText(element("profile-error"), problem(error));
  }
  await closed;
}
