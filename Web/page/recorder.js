// Voice messages: recorded here, and sent or thrown away.

import { element, setText } from "./elements.js";
import { duration, problem } from "./words.js";

/** A recording has so many seconds at least: less is a slip. It ends by itself after so many, and waits to be sent. */
const [shortest, longest] = [1, 600];
/** How often another level is shown, in milliseconds, and its room and width in pixels. */
const [step, room, bar] = [80, 5, 3];
/** The first that the browser can record. */
const formats = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];

/** Records one voice message at a time. */
export class Recorder {
  #send;
  /** @type {MediaRecorder|null} */
  #recorder = null;
  #stream = null;
  #context = null;
  #timer = 0;
  #began = 0;
  #seconds = 0;
  /** @type {Blob[]} */
  #parts = [];
  #isAsking = false;

  /** @param {(voice: File, seconds: number) => void} send takes what was recorded */
  constructor(send) {
    this.#send = send;
    element("record").onclick = () => this.#begin();
    element("record-send").onclick = () => this.#end(true);
    element("record-cancel").onclick = () => this.close();
    element("recording").onkeydown = ({ key }) => key === "Escape" && this.close();
  }

  /** Whether this browser can record, on this page: without TLS it may not. */
  static get isPossible() {
    return Boolean(navigator.mediaDevices?.getUserMedia && globalThis.MediaRecorder);
  }

  /** Throws a recording away that was begun. */
  close() {
    this.#end(false);
  }

  async #begin() {
    if (this.#recorder || this.#isAsking) return;
    this.#isAsking = true;
    setText(element("compose-error"), "");
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
      this.#recorder = new MediaRecorder(this.#stream, { mimeType, audioBitsPerSecond: 32_000 });
    } catch (error) {
      this.#release();
      setText(element("compose-error"), refusal(error));
      return;
    } finally {
      this.#isAsking = false;
    }
    this.#parts = [];
    this.#recorder.ondataavailable = ({ data }) => data.size > 0 && this.#parts.push(data);
    this.#recorder.start(1_000);
    this.#began = performance.now();
    this.#show();
    element("record-send").focus();
  }

  /** Shows the time and the level, again and again. */
  #show() {
    const [levels, read] = [[], this.#listen()];
    element("compose").classList.add("recording");
    element("recording").hidden = false;
    const tick = () => {
      if (this.#recorder?.state !== "recording") return;
      this.#seconds = (performance.now() - this.#began) / 1_000;
      setText(element("recording-time"), duration(this.#seconds));
      levels.push(read());
      drawLevels(element("recording-levels"), levels);
      if (this.#seconds >= longest) this.#recorder.stop();
    };
    this.#timer = window.setInterval(tick, step);
    tick();
  }

  /** A function that tells how loud it is now, from 0 to 1. */
  #listen() {
    this.#context = new AudioContext();
    const analyser = this.#context.createAnalyser();
    const samples = new Uint8Array(analyser.fftSize);
    this.#context.createMediaStreamSource(this.#stream).connect(analyser);
    return () => {
      analyser.getByteTimeDomainData(samples);
      return Math.min(1, samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0) / 96);
    };
  }

  #end(isWanted) {
    const recorder = this.#recorder;
    if (!recorder) return;
    this.#recorder = null;
    const finish = () => {
      this.#release();
      const type = recorder.mimeType.split(";")[0];
      const voice = new File(this.#parts, `voice.${type.split("/")[1]}`, { type });
      this.#parts = [];
      if (!isWanted) return;
      if (voice.size > 0 && this.#seconds >= shortest) this.#send(voice, Math.round(this.#seconds));
      else setText(element("compose-error"), "A voice message lasts a second at least.");
    };
    recorder.onstop = finish;
    if (recorder.state === "inactive") finish();
    else recorder.stop();
    const hadFocus = element("recording").contains(document.activeElement);
    element("compose").classList.remove("recording");
    element("recording").hidden = true;
    if (hadFocus) element(isWanted ? "text" : "record").focus();
  }

  /** Gives the microphone back. */
  #release() {
    clearInterval(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#context?.close();
    this.#stream = this.#context = null;
  }
}

function refusal(error) {
  if (error.name === "NotAllowedError") return "This page may not use the microphone. Allow it in the browser's settings.";
  if (error.name === "NotFoundError") return "There is no microphone.";
  return problem(error);
}

/** The last levels, at the end of the line. */
function drawLevels(canvas, levels) {
  const drawing = canvas.getContext("2d");
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== width * scale) [canvas.width, canvas.height] = [width * scale, height * scale];
  drawing.setTransform(scale, 0, 0, scale, 0, 0);
  drawing.clearRect(0, 0, width, height);
  drawing.fillStyle = getComputedStyle(canvas).color;
  levels.slice(-Math.floor(width / room)).forEach((level, index, shown) => {
    const high = Math.max(2, level * height);
    drawing.fillRect(width - (shown.length - index) * room, (height - high) / 2, bar, high);
  });
}
