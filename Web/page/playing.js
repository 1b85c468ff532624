// Recordings, as a conversation plays them: a button, the waveform, and how much of it has been heard.

import { button, make, setText } from "./elements.js";
import { duration } from "./words.js";

/** The bars of a waveform, each as high as the loudest of its part, and how high the lowest is, in hundredths. */
const [barCount, lowest] = [40, 12];

const [played, unplayed] = ["Voice message", "Voice message, not played yet"];

/** The recording that plays; null for none. Another one stops it. */
let current = null;

/**
 * The element of a recording. Its `learn` gets the waveform.
 *
 * @param {{name: string, seconds: number}} file
 * @param {import("./files.js").Source|null} source  null while the message waits
 */
export function recording(file, source) {
  const place = make("div", "file recording");
  const audio = make("audio", "", "", { preload: "none" });
  const play = button("play", "", () => (audio.paused ? start() : audio.pause()), { ariaLabel: "Play", disabled: !source });
  const wave = make("div", "wave");
  const bars = Array.from({ length: barCount }, () => make("i"));
  const seek = make("input", "", "", { type: "range", min: "0", max: "1000", value: "0", disabled: !source });
  const time = make("span", "hint", duration(file.seconds));
  let [length, isLoaded] = [file.seconds, false];
  seek.setAttribute("aria-label", "Position in the recording");
  wave.append(...bars, seek);
  place.append(play, wave, time, audio);
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", played);
  draw(new Uint8Array());

  function draw(levels) {
    bars.forEach((bar, index) => {
      const [from, to] = [index, index + 1].map((edge) => Math.floor((edge * levels.length) / barCount));
      const level = Math.max(0, ...levels.slice(from, Math.max(to, from + 1)));
      bar.style.blockSize = `${lowest + ((100 - lowest) * level) / 255}%`;
    });
  }

  /** Shows what is heard now. */
  function show() {
    const heard = length > 0 ? Math.min(1, audio.currentTime / length) : 0;
    seek.value = String(Math.round(heard * 1000));
    seek.setAttribute("aria-valuetext", `${duration(audio.currentTime)} of ${duration(length)}`);
    bars.forEach((bar, index) => bar.classList.toggle("heard", index < heard * barCount));
    setText(time, duration(audio.currentTime > 0 ? audio.currentTime : length));
  }

  async function load() {
    if (isLoaded) return;
    audio.src = await source.link();
    isLoaded = true;
  }

  /** Marks a recording of another user that was not played on this device. */
  function mark(isUnplayed) {
    place.classList.toggle("unplayed", isUnplayed);
    place.setAttribute("aria-label", isUnplayed ? unplayed : played);
  }

  async function start() {
    try {
      await load();
      current?.pause();
      await audio.play();
      if (!place.classList.contains("unplayed")) return;
      mark(false);
      await source.setPlayed();
    } catch (error) {
      // Another click was quicker than the recording.
      if (error.name !== "AbortError") place.classList.add("gone");
    }
  }

  audio.onplay = () => {
    current = audio;
    place.classList.add("playing");
    play.ariaLabel = "Pause";
  };
  audio.onpause = () => {
    if (current === audio) current = null;
    place.classList.remove("playing");
    play.ariaLabel = "Play";
  };
  audio.onloadedmetadata = () => {
    if (length === 0 && Number.isFinite(audio.duration)) length = audio.duration;
    show();
  };
  audio.ontimeupdate = show;
  audio.onended = () => {
    audio.currentTime = 0;
    show();
    nextOf(place)?.play();
  };
  seek.oninput = () => {
    const wanted = (Number(seek.value) / 1000) * length;
    load().then(() => ((audio.currentTime = wanted), show()), () => place.classList.add("gone"));
  };

  place.play = start;
  place.learn = async () => {
    if (source.isPlayed) mark(!(await source.isPlayed()));
    try {
      const { milliseconds, waveform } = await source.facts();
      if (milliseconds > 0) length = milliseconds / 1000;
      draw(waveform);
      show();
    } catch (error) {
      // Without a waveform, it can be heard all the same.
      if (error.code !== "media_no_variant") throw error;
    }
  };
  return place;
}

/** The recording after another one in the conversation, if it was not played yet. */
function nextOf(place) {
  const all = [...document.querySelectorAll("#messages .recording")];
  const next = all[all.indexOf(place) + 1];
  return next?.classList.contains("unplayed") ? /** @type {any} */ (next) : null;
}

/** Whether a recording was played on this device, as the conversation keeps it. */
export function playedOf(chat, { position }) {
  return {
    isPlayed: async () => (await chat.localFields(position, position)).get(position)?.played === true,
    setPlayed: () => chat.setLocalFields(position, { played: true }),
  };
}
