import { expect, test } from "vitest";
import { readSettings } from "./settings.mjs";

test("without settings the demo runs on this machine only", () => {
  expect(readSettings({})).toEqual({
    host: "127.0.0.1",
    port: 8080,
    sandboxPort: 8090,
    wechatPort: 8091,
    production: false,
    sandbox: true,
  });
});

test.each(["0", "65536", "-1", "80.5", "8080x", "１２", "1e3"])(
  "PORT=%s is refused in one sentence",
  (port) => {
    expect(() => readSettings({ PORT: port })).toThrow(
      `PORT must be a whole number from 1 to 65535, not "${port}".`,
    );
  },
);

test("the sandbox cannot share the server's port, which matters only when there is a sandbox", () => {
  const ports = { PORT: "9000", SANDBOX_PORT: "9000" };
  expect(() => readSettings(ports)).toThrow("PORT and SANDBOX_PORT must differ, both are 9000.");
  expect(readSettings({ ...ports, NODE_ENV: "production" }).sandbox).toBe(false);
});

test("any real service disables the sandbox, an empty setting does not", () => {
  expect(readSettings({ WECHAT_PAY_MCHID: "1900000001" }).sandbox).toBe(false);
  expect(readSettings({ WECHAT_PAY_MCHID: "" }).sandbox).toBe(true);
});

test("HOST is an address or a name", () => {
  expect(readSettings({ HOST: "::1" }).host).toBe("::1");
  expect(readSettings({ HOST: "localhost" }).host).toBe("localhost");
  expect(() => readSettings({ HOST: "http://x" })).toThrow(/^HOST must be an IP address or a host name/);
});
