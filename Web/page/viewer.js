// A picture, as large as the window: with the arrow keys, the pictures before and after it.

import { element, setText } from "./elements.js";
import { fileOf, save } from "./files.js";
import { problem } from "./words.js";

/** The pictures of the open conversation, one at a time. */
export class Viewer {
  #dialog = element("viewer");
  #chat = null;
  /** The messages with pictures, in their order. */
  #messages = [];
  #index = 0;
  #link = "";

  constructor() {
    element("viewer-before").onclick = () => this.#move(-1);
    element("viewer-after").onclick = () => this.#move(1);
    element("viewer-save").onclick = () => this.#link && save(this.#link, this.#file.name || "picture");
    element("viewer-close").onclick = () => this.#dialog.close();
    this.#dialog.onclick = ({ target }) => target === this.#dialog && this.#dialog.close();
    this.#dialog.onkeydown = ({ key }) => {
      if (key === "ArrowLeft") this.#move(-1);
      if (key === "ArrowRight") this.#move(1);
    };
  }

  get #file() {
    return fileOf(this.#messages[this.#index]);
  }

  /** Shows a message's picture; `messages` are those of the conversation that are at hand. */
  open(chat, message, messages) {
    const pictures = messages.filter((one) => ["image", "gif"].includes(fileOf(one)?.type ?? ""));
    this.#chat = chat;
    this.#messages = pictures.length > 0 ? pictures : [message];
    this.#index = Math.max(0, this.#messages.findIndex(({ position }) => position === message.position));
    this.#dialog.showModal();
    this.#show();
  }

  #move(step) {
    const next = this.#index + step;
    if (next < 0 || next >= this.#messages.length) return;
    this.#index = next;
    this.#show();
  }

  async #show() {
    const [image, file, message] = [element("viewer-picture"), this.#file, this.#messages[this.#index]];
    this.#link = "";
    image.src = file.preview || "data:,";
    image.alt = file.caption || file.name || "Picture";
    setText(element("viewer-caption"), file.caption || file.name);
    element("viewer-before").disabled = this.#index === 0;
    element("viewer-after").disabled = this.#index === this.#messages.length - 1;
    try {
      const link = await this.#chat.fileLink(message);
      if (this.#messages[this.#index] !== message) return;
      image.src = this.#link = link;
    } catch (error) {
      setText(element("viewer-caption"), problem(error));
    }
  }
}
