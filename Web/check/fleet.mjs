// What the device processes of `martlet check` in Node and with Chromium have in common: the plan, the records, the tokens.

import fs from "node:fs";
import http from "node:http";

/** The plan that the check wrote, as `FleetPlan` in Swift says. */
export function readPlan() {
  const plan = { devices: [], users: [], groups: [] };
  for (const line of fs.readFileSync(process.env.MARTLET_CHECK_FLEET, "utf8").split("\n")) {
    const space = line.indexOf(" ");
    const [name, value] = [line.slice(0, space), line.slice(space + 1)];
    if (name === "user") plan.users.push(value);
    else if (name === "group") plan.groups.push(value);
    else if (name === "device") {
      const [device, user, ...directory] = value.split(" ");
      const seed = String(BigInt(plan.seed) + BigInt(plan.devices.length));
      plan.devices.push({ name: device, user, directory: directory.join(" "), seed });
    } else if (name) plan[name] = value;
  }
  return plan;
}

/** The file of records, each written before anything follows from it. */
export class Records {
  #file;
  #lastCall;

  constructor(plan) {
    this.#file = fs.openSync(plan.history, "a");
    // A life that was killed may have left half a line behind.
    fs.writeSync(this.#file, "\n");
    this.#lastCall = BigInt(plan.call);
  }

  /** The number of the next request. */
  call() {
    this.#lastCall += 1n;
    return String(this.#lastCall);
  }

  /** Nanoseconds of the same clock as in all processes of the check. */
  write(fields) {
    fs.writeSync(this.#file, `${JSON.stringify({ script: "1", at: String(process.hrtime.bigint()), ...fields })}\n`);
  }
}

/** A token of the server's control socket. */
export async function token(user) {
  const ask = (path) =>
    new Promise((resolve, reject) => {
      const options = { socketPath: process.env.MARTLET_CHECK_CONTROL, path, method: "POST" };
      const request = http.request({ ...options, headers: { "content-type": "application/json" } }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${path} answered ${response.statusCode}`));
        });
      });
      request.on("error", reject).end(JSON.stringify({ user }));
    });
  return (await ask("/v1/tokens")).token;
}
