/**
 * Replays recorded steps against the client core as a WebAssembly module, and compares what it tells.
 *
 * Returns an empty text, or the first difference.
 */
export async function replay(compiled, steps, MemoryFiles) {
  const files = new MemoryFiles();
  const decoder = new TextDecoder();
  let exports, step, told;
  const bytes = (pointer, count) => new Uint8Array(exports.memory.buffer, pointer, count);
  const text = (pointer, count) => decoder.decode(bytes(pointer, count));
  const base64 = (data) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
  const next = (name) => {
    if (!step[name]?.length) throw new Error(`it asked for ${name} once more`);
    return step[name].shift();
  };
  const host = {
    fileOpen: (path, length, create) => files.open(text(path, length), create !== 0),
    fileRead: (file, pointer, count, offset) => files.read(file, bytes(pointer, count), offset),
    fileWrite: (file, pointer, count, offset) => files.write(file, bytes(pointer, count), offset),
    fileTruncate: (file, size) => files.truncate(file, size),
    fileSync: () => 0,
    fileSize: (file) => files.size(file),
    fileClose: () => {},
    fileDelete: (path, length) => files.delete(text(path, length)),
    fileSizeAt: (path, length) => files.sizeAt(text(path, length)),
    fileRename: (old, oldLength, path, length) => files.rename(text(old, oldLength), text(path, length)),
    wallTime: () => (step.wall?.length ? step.wall.shift() : 0),
    monotonicTime: () => next("monotonic"),
    random: (pointer, count) => {
      // SQLite and the Swift runtime want other amounts, for what nobody sees.
      if (count !== 8 || !step.random?.length) return void crypto.getRandomValues(bytes(pointer, count));
      new DataView(exports.memory.buffer, pointer, 8).setBigUint64(0, BigInt(step.random.shift()), true);
    },
    tell: (pointer, count) => void told.push(text(pointer, count)),
    send: (pointer, count) => void told.push(base64(bytes(pointer, count))),
    log: () => {},
    fail: () => {},
  };
  const never = Object.fromEntries(
    WebAssembly.Module.imports(compiled).filter(({ module }) => module !== "host").map(({ name }) => [name, () => 0]),
  );
  ({ exports } = await WebAssembly.instantiate(compiled, { host, wasi_snapshot_preview1: never, env: never }));

  const give = ({ do: name, text: string, bytes: encoded, number }) => {
    const numbers = number === undefined ? [] : [number];
    if (string === undefined && encoded === undefined) return exports[name](...numbers);
    const content = encoded === undefined
      ? new TextEncoder().encode(string) : Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const pointer = exports.allocate(Math.max(1, content.length));
    bytes(pointer, content.length).set(content);
    exports[name](...numbers, pointer, content.length);
    exports.release(pointer);
  };
  // Maps have no order, and each process hashes in its own.
  const sorted = (_, value) =>
    value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  const ordered = (line) => (line?.startsWith("{") ? JSON.stringify(JSON.parse(line), sorted) : line);
  for (const [index, recorded] of steps.entries()) {
    step = recorded;
    told = [];
    const place = () => `step ${index} (${step.do} ${step.text ?? ""})`;
    try {
      give(step);
    } catch (error) {
      return `${place()}: ${error.message}`;
    }
    const different = step.out.findIndex((line, number) => line !== told[number] && ordered(line) !== ordered(told[number]));
    if (different >= 0 || told.length !== step.out.length) {
      const at = different < 0 ? step.out.length : different;
      return `${place()}: expected ${step.out[at] ?? "nothing more"}, got ${told[at] ?? "nothing more"}`;
    }
    const unread = ["monotonic", "random"].find((name) => step[name]?.length);
    if (unread) return `${place()}: it did not ask for ${unread}`;
  }
  return "";
}
