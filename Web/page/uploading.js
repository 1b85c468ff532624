// The upload of a message's file, as the row of the message shows it.

import { button, make, setText } from "./elements.js";
import { fileSize } from "./words.js";

/**
 * The line in a message whose file is uploaded. Its `show` brings it up to date.
 *
 * @param {() => any} row  the row as it is now
 * @param {import("./rows.js").Actions} actions
 */
export function uploadLine(row, actions) {
  const place = make("div", "upload");
  const [bar, note] = [make("progress", "", "", { max: 1, value: 0 }), make("span", "hint")];
  const pause = button("link", "", () => actions.pause(row(), !row().pending.upload.paused));
  const cancel = button("link", "Cancel", () => actions.remove(row()));
  place.append(bar, note, pause, cancel);
  place.show = ({ pending: { content, upload } }) => {
    const name = String(content?.media?.name || "the file");
    const { sent, total, paused } = upload;
    bar.value = total > 0 ? sent / total : 1;
    bar.setAttribute("aria-label", `Sending ${name}`);
    const state = paused ? "Paused" : sent > 0 ? "" : "Waiting";
    const amount = sent > 0 ? `${fileSize(sent)} of ${fileSize(total)}` : fileSize(total);
    setText(note, [state, amount].filter(Boolean).join(" · "));
    setText(pause, paused ? "Resume" : "Pause");
    pause.ariaLabel = `${paused ? "Resume" : "Pause"} sending ${name}`;
    cancel.ariaLabel = `Cancel sending ${name}`;
    place.classList.toggle("paused", paused);
  };
  return place;
}
