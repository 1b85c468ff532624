import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { failure, MemoryFiles } from "../../Web/sdk/martlet-files.js";
import { FolderFiles } from "../../Web/sdk/martlet-files-node.js";
import { temporaryFolder } from "./support.mjs";

const bytes = (text) => new TextEncoder().encode(text);
const lock = (folder) => path.join(folder, "martlet-node.lock");

const kinds = {
  memory: async () => new MemoryFiles(),
  folder: async (test) => new FolderFiles(path.join(await temporaryFolder(test), "data")),
};

for (const [kind, make] of Object.entries(kinds)) {
  test(`filesInA${kind}ReadWriteTruncateRenameAndDelete`, async (test) => {
    const files = await make(test);
    test.after(() => files.close());
    assert.equal(files.open("a", false), failure.notFound);
    const file = files.open("a", true);
    assert.equal(files.write(file, bytes("hello"), 3), 5);
    assert.equal(files.size(file), 8);
    const read = new Uint8Array(16);
    assert.equal(files.read(file, read, 0), 8);
    assert.deepEqual(read.subarray(0, 8), bytes("\0\0\0hello"));
    assert.equal(files.truncate(file, 4), 0);
    assert.equal(files.truncate(file, 6), 0);
    assert.equal(files.read(file, read, 0), 6);
    assert.deepEqual(read.subarray(0, 6), bytes("\0\0\0h\0\0"));
    assert.equal(files.read(file, read, 100), 0);
    assert.equal(files.sync(file), 0);
    files.closeFile(file);
    const other = files.open("b", true);
    files.write(other, bytes("old"), 0);
    files.closeFile(other);
    assert.equal(files.rename("a", "b"), 0);
    assert.equal(files.sizeAt("a"), failure.notFound);
    assert.equal(files.sizeAt("b"), 6);
    assert.equal(files.delete("b"), 0);
    assert.equal(files.delete("b"), failure.notFound);
    assert.equal(files.rename("b", "c"), failure.notFound);
    const again = files.open("b", true);
    assert.equal(files.size(again), 0);
    files.closeFile(again);
  });
}

test("folderIsPrivateAndForOneClient", async (test) => {
  const folder = path.join(await temporaryFolder(test), "data");
  const files = new FolderFiles(folder);
  assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
  assert.throws(() => new FolderFiles(folder), { code: "directory_in_use" });
  files.close();
  new FolderFiles(folder).close();
  assert.deepEqual(fs.readdirSync(folder), ["martlet.lock"]);
  assert.equal(fs.readFileSync(path.join(folder, "martlet.lock")).readBigUInt64LE(), 2n);
});

/** Both are the same lock, and so neither needs to know the other. */
test("folderThatAnotherProgramLocksIsInUse", async (test) => {
  const folder = await temporaryFolder(test);
  const file = path.join(folder, "martlet.lock");
  const holder = spawn("flock", ["-n", file, "-c", "echo locked; cat"], { stdio: ["pipe", "pipe", "inherit"] });
  await new Promise((resolve) => holder.stdout.once("data", resolve));
  assert.throws(() => new FolderFiles(folder), { code: "directory_in_use" });
  holder.stdin.end();
  await new Promise((resolve) => holder.once("exit", resolve));
  const files = new FolderFiles(folder);
  test.after(() => files.close());
  assert.equal(spawnSync("flock", ["-n", file, "true"]).status, 1);
});

test("folderOfAProcessThatEndedIsTakenOver", async (test) => {
  const folder = await temporaryFolder(test);
  const script = `
    import { FolderFiles } from ${JSON.stringify(new URL("../../Web/sdk/martlet-files-node.js", import.meta.url).href)};
    new FolderFiles(${JSON.stringify(folder)});
    console.log("locked");
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => holder.stdout.once("data", resolve));
  assert.throws(() => new FolderFiles(folder), { code: "directory_in_use" });
  holder.kill("SIGKILL");
  await new Promise((resolve) => holder.once("exit", resolve));
  new FolderFiles(folder).close();
});

/** Runs a test on a machine without the program that locks. */
function withoutProgram(body) {
  const { PATH } = process.env;
  process.env.PATH = "";
  try {
    body();
  } finally {
    process.env.PATH = PATH;
  }
}

test("folderIsForOneClientInNodeWithoutTheProgramThatLocks", async (test) => {
  const folder = await temporaryFolder(test);
  withoutProgram(() => {
    const files = new FolderFiles(folder);
    assert.throws(() => new FolderFiles(folder), { code: "directory_in_use", message: new RegExp(`pid ${process.pid}`) });
    files.close();
    new FolderFiles(folder).close();
  });
});

/** In a container, a program that is started again has the number that it had before. */
test("folderOfAnEarlierProcessWithTheSameNumberIsTakenOver", { skip: !fs.existsSync("/proc") }, async (test) => {
  const folder = await temporaryFolder(test);
  for (const holder of [`${process.pid} 1`, "", "0 ", "garbage"]) {
    fs.writeFileSync(lock(folder), holder);
    withoutProgram(() => new FolderFiles(folder).close());
    assert.deepEqual(fs.readdirSync(folder), ["martlet.lock"]);
  }
});

test("folderThatCannotBeUsedIsAnError", async (test) => {
  const folder = path.join(await temporaryFolder(test), "file");
  fs.writeFileSync(folder, "");
  assert.throws(() => new FolderFiles(folder), { code: "local_storage_failed" });
});
