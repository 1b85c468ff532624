// The user's own profile.

import { ask, element, setText } from "./elements.js";
import { problem } from "./words.js";

/**
 * Shows the profile of the user, and changes it.
 *
 * @param {import("../sdk/martlet.js").Client} client
 */
export async function editProfile(client) {
  const [name, about, visibility] = ["name", "about", "visibility"].map((field) => element(`profile-${field}`));
  setText(element("profile-error"), "");
  setText(element("profile-number"), "");
  for (const field of [name, about]) field.value = "";
  const closed = ask(element("profile"));
  element("profile-form").onsubmit = async (event) => {
    event.preventDefault();
    setText(element("profile-error"), "");
    try {
      await client.updateProfile({ name: name.value.trim(), about: about.value.trim() }, { visibility: visibility.value });
      element("profile").close("");
    } catch (error) {
      setText(element("profile-error"), problem(error));
    }
  };
  try {
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
