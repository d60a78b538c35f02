import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { testSandbox } from "../testing/testSandbox.ts";

/** Returns the status of the response to a request with exactly these headers. */
function requestStatus(url: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    outgoing.once("error", reject).end();
  });
}

describe.each(["url", "wechatUrl"] as const)("the sandbox at its %s", (which) => {
  const places = { url: "/sms", wechatUrl: "/__wechat/behaviour" };
  const open = async () => {
    const sandbox = await testSandbox({ publicUrl: "http://phone.example:8090" });
    return { sandbox, page: `${sandbox[which]}${places[which]}`, port: new URL(sandbox[which]).port };
  };

  test("accepts IP addresses and configured names as the host", async () => {
    const { page, port } = await open();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "192.168.1.20:8090", `[::1]:${port}`])
      expect([host, await requestStatus(page, { host })]).toEqual([host, 200]);
    expect(await requestStatus(page, { host: "phone.example:8090" })).toBe(200);
  });

  test.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "a b", ""])(
    "does not answer to the name %j, which somebody else may have lead here",
    async (host) => {
      const { page } = await open();
      expect([400, 403]).toContain(await requestStatus(page, { host }));
      expect([400, 403]).toContain(await requestStatus(page, { host }, "POST"));
    },
  );

  test("accepts changing requests only from its own pages and from programs", async () => {
    const { sandbox, port } = await open();
    const behaviour = which === "url" ? "/pay/behaviour" : "/__wechat/behaviour";
    const post = (headers: Record<string, string>) =>
      fetch(sandbox[which] + behaviour, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: "{}",
      }).then(({ status }) => status);
    expect(await post({})).toBe(200);
    expect(await post({ origin: `http://127.0.0.1:${port}` })).toBe(200);
    for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1"])
      expect([origin, await post({ origin })]).toEqual([origin, 403]);
  });
});

test("the app inside the simulated WeChat is protected like the sandbox itself", async () => {
  const { wechatUrl } = await testSandbox();
  expect(await requestStatus(`${wechatUrl}/`, { host: "evil.example" })).toBe(403);
  const headers = { host: new URL(wechatUrl).host, origin: "https://evil.example" };
  expect(await requestStatus(`${wechatUrl}/api/v1/user/send-code`, headers, "POST")).toBe(403);
});

describe("where the sandbox listens", () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;

  test.runIf(outside !== undefined)("is this machine alone unless it is told otherwise", async () => {
    const { url } = await testSandbox();
    const { port } = new URL(url);
    await expect(fetch(`http://${outside}:${port}/`)).rejects.toThrow();
    const open = await testSandbox({ host: "0.0.0.0" });
    expect(open.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await fetch(`http://${outside}:${new URL(open.url).port}/`)).status).toBe(200);
  });
});
