import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";

let devices: DevicePool;
let proxy: Server;
/** Paths that the proxy keeps without an answer. */
let isHeld = (_path: string): boolean => false;
const heldPaths: string[] = [];

beforeAll(async () => {
  devices = await openDevicePool();
  proxy = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (isHeld(path)) return void heldPaths.push(path);
    const { method, headers } = incoming;
    const target = request(
      new URL(path, devices.environment.installation.url),
      { method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    target.on("error", () => outgoing.destroy());
    incoming.pipe(target);
  }).listen(0, "127.0.0.1");
});

afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await devices.close();
});

test.each(engines)(
  "in %s, a link that is tapped while the code of the page loads is followed",
  async (engine) => {
    const { handset: device } = await devices.open(engine);
    heldPaths.length = 0;
    isHeld = (path) => /\/HomePage-.*\.js$/.test(path);
    await device.open(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`);
    // Its own code is all that is missing: the entry runs.
    const hasEntry = () =>
      device.run<boolean>(
        `return performance.getEntriesByType("resource").some(({ name }) => /index-.*\\.js$/.test(name))`,
      );
    await expect.poll(hasEntry, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => heldPaths).not.toEqual([]);
    await device.press("我的");
    await device.waitPath(/^\/(profile|login)/);
    await device.waitText("登录");
  },
);
