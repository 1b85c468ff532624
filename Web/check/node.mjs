// A process with devices on the JavaScript SDK in Node, which `martlet check` starts and kills.

import fs from "node:fs";
import { open } from "../sdk/martlet-node.js";
import { Device } from "./device.mjs";
import { readPlan, Records, token } from "./fleet.mjs";

const plan = readPlan();
const records = new Records(plan);
// The file says how wrong the clock is.
const clock = fs.openSync(process.env.MARTLET_CLOCK_FILE, "r");
const { now } = Date;
Date.now = () => {
  const offset = new DataView(new ArrayBuffer(8));
  fs.readSync(clock, offset, 0, 8, 0);
  return now() + Number(offset.getBigInt64(0, true));
};
const around = {
  open: (options) => open({ module: process.env.MARTLET_CHECK_MODULE, ...options }),
  token,
  record: async (fields) => records.write(fields),
  call: () => records.call(),
  class: "tool",
};
await Promise.all(plan.devices.map((device) => new Device(plan, device, around).live()));
