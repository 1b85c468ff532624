// Files to send: chosen, pasted or dropped. From the outbox on, their messages are rows like others.

import { button, element, make, setText } from "./elements.js";
import { Recorder } from "./recorder.js";
import { fileSize, problem } from "./words.js";

/** The longest side of a preview in pixels, the quality of its JPEG, and its bytes at most. */
const preview = { side: 240, quality: 0.3, bytes: 20 << 10 };

/** After how many milliseconds a file that is still being copied is shown: most are in the outbox before. */
const patience = 400;

/**
 * A file that is to be sent.
 *
 * @typedef {{chat: any, id: string, file: File, fields: ?object, stop: AbortController, item: any, note: any, isShown: boolean,
 *   failed: boolean}} Sending
 */

/** The files that are on their way into the outbox, of all conversations, one after the other. Their rows show what follows. */
export class Attaching {
  #chat = null;
  #id = "";
  /** @type {Sending[]} */
  #sendings = [];
  #isSending = false;
  #canSend = false;
  #sent;
  #recorder = new Recorder((voice, seconds) => this.#add([voice], { type: "voice", seconds }));

  /** @param {() => void} sent called when a message with a file is in the outbox */
  constructor(sent) {
    this.#sent = sent;
    const input = element("attach-files");
    element("attach").onclick = () => input.click();
    input.onchange = () => {
      this.#add([...input.files]);
      input.value = "";
    };
    element("text").addEventListener("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      this.#add(files);
    });
    this.#takeDrops(element("conversation"));
    element("record").hidden = !Recorder.isPossible;
    addEventListener("beforeunload", (event) => {
      if (this.#sendings.some(({ failed }) => !failed)) event.preventDefault();
    });
  }

  #takeDrops(place) {
    const hasFiles = ({ dataTransfer }) => this.#canSend && dataTransfer?.types.includes("Files");
    place.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      place.classList.add("dropping");
    });
    place.addEventListener("dragleave", ({ relatedTarget }) => {
      if (!place.contains(relatedTarget)) place.classList.remove("dropping");
    });
    place.addEventListener("drop", (event) => {
      place.classList.remove("dropping");
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.#add([...event.dataTransfer.files]);
    });
  }

  /** The conversation that is open; null for none. */
  open(chat, id) {
    [this.#chat, this.#id] = [chat, id];
    this.#recorder.close();
    this.#list();
  }

  /** Whether the user may send now. */
  set canSend(canSend) {
    this.#canSend = canSend;
    element("attach").disabled = element("record").disabled = !canSend;
    if (!canSend) this.#recorder.close();
  }

  /** Gives up all files, because the user signs out. */
  close() {
    for (const { stop } of this.#sendings) stop.abort();
    this.#sendings = [];
    this.open(null, "");
  }

  // ---------------------------------------------------------------- sending

  #add(files, fields = null) {
    if (!this.#chat || !this.#canSend) return;
    for (const file of files) this.#sendings.push(this.#sendingOf(file, fields));
    this.#sendNext();
    const added = this.#sendings.slice(-files.length);
    setTimeout(() => {
      for (const sending of added) sending.isShown = true;
      this.#list();
    }, patience);
  }

  /**
   * @param {File} file
   * @param {?object} fields  of the message; null to find out
   * @returns {Sending}
   */
  #sendingOf(file, fields) {
    const [item, bar, note] = [make("li"), make("progress"), make("span", "hint")];
    const name = make("span", "name", file.name || "File", { dir: "auto" });
    const state = { isShown: false, failed: false };
    const sending = { chat: this.#chat, id: this.#id, file, fields, stop: new AbortController(), item, note, ...state };
    bar.setAttribute("aria-label", `Preparing ${file.name}`);
    setText(note, fileSize(file.size));
    item.append(name, bar, note, button("link", "Cancel", () => this.#drop(sending), { ariaLabel: `Cancel ${file.name}` }));
    return sending;
  }

  async #sendNext() {
    const sending = this.#sendings.find(({ failed }) => !failed);
    if (this.#isSending || !sending) return;
    this.#isSending = true;
    try {
      await this.#send(sending);
      this.#drop(sending);
      this.#sent();
    } catch (error) {
      if (!sending.stop.signal.aborted) this.#fail(sending, error);
    }
    this.#isSending = false;
    this.#sendNext();
  }

  async #send({ chat, file, fields: given, stop }) {
    const fields = given ?? (await describe(file));
    await chat.sendFile(file, { ...fields, signal: stop.signal, enqueue: true });
  }

  #fail(sending, error) {
    const { item, note, file } = sending;
    const retry = button("link", "Try again", () => {
      retry.remove();
      sending.failed = false;
      item.classList.remove("failed");
      setText(note, fileSize(file.size));
      this.#sendNext();
    }, { ariaLabel: `Try again to send ${file.name}` });
    sending.failed = sending.isShown = true;
    item.classList.add("failed");
    this.#list();
    setText(note, problem(error));
    item.insertBefore(retry, item.lastChild);
  }

  #drop(sending) {
    sending.stop.abort();
    this.#sendings = this.#sendings.filter((one) => one !== sending);
    this.#list();
  }

  /** Shows those of the open conversation that take a while, or failed. */
  #list() {
    const items = this.#sendings.filter(({ id, isShown }) => isShown && id === this.#id).map(({ item }) => item);
    element("uploads").replaceChildren(...items);
    element("uploads").hidden = items.length === 0;
  }
}

/** What a message says of a file besides its name: the size of a picture, and a preview. Nothing if the browser cannot tell. */
async function describe(file) {
  if (!/^image\/(jpeg|png|webp|gif)$/.test(file.type)) return {};
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    const data = await previewOf(bitmap);
    bitmap.close();
    return { width, height, ...(data ? { thumbnail: data } : {}) };
  } catch {
    // It is sent as it is; whoever opens it sees what it is.
    return { type: "file" };
  }
}

/** A small picture; undefined if it is too large to go with the message. */
async function previewOf(bitmap) {
  const scale = Math.min(1, preview.side / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = make("canvas", "", "", { width, height });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, width, height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", preview.quality));
  if (!blob || blob.size > preview.bytes) return undefined;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { data: btoa(String.fromCharCode(...bytes)), format: "image/jpeg", width, height };
}
