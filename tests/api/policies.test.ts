import { copyFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, buildApp } from "#server/app.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { mapPagePolicy } from "#server/platform/security/content-security-policy.ts";
import { type BuiltPages, buildPages } from "../support/api/builtPages.ts";
import { createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const documents = ["/", "/address-select", "/takeaway", "/menu?restaurant_id=SH001", "/admin/login"];
let pages: BuiltPages;
let app: TestApp;
let strictApp: App;

beforeAll(async () => {
  pages = await buildPages();
  for (const file of ["locate.html", "map.html"])
    await copyFile(path.join(projectRoot(), "public", file), path.join(pages.webFolder, file));
  const { webFolder, ssrFolder } = pages;
  app = await startTestApp();
  const config = { ...app.config, metrics: { host: "127.0.0.1", port: 0 } };
  strictApp = await buildApp({
    config,
    database: app.database,
    logger: false,
    webFolder,
    ssrFolder,
  });
});

afterAll(async () => {
  strictApp.metrics?.close();
  await strictApp.server.close();
  await app.close();
  await pages.remove();
});

const get = (url: string) => strictApp.server.inject({ url, remoteAddress: createPhone().ip });
const mapsOrigin = () => new URL(app.config.maps.baseUrl).origin;

/** Reads the sources of a directive. */
async function readSources(url: string, directive: string): Promise<string[] | undefined> {
  const policy = String((await get(url)).headers["content-security-policy"]);
  const directives = policy.split(";").map((part) => part.trim().split(" "));
  return directives.find(([name]) => name === directive)?.slice(1);
}

describe("the policy of documents", () => {
  test.each(documents)("lets no script of the map service run in %s", async (url) => {
    const sources = await readSources(url, "script-src");
    expect(sources?.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'"]);
    // Nor may a fallback directive allow it.
    expect(await readSources(url, "default-src")).toEqual(["'self'"]);
    for (const directive of ["script-src-elem", "child-src", "frame-src"])
      expect(await readSources(url, directive)).toBeUndefined();
  });

  test("allows it in the locating frame, a sandboxed document without an origin", async () => {
    const { statusCode, headers } = await get("/locate.html");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await readSources("/locate.html", "script-src")).toEqual([
      expect.stringMatching(/^'sha256-.{44}'$/),
      mapsOrigin(),
    ]);
    expect(await readSources("/locate.html", "default-src")).toEqual(["'none'"]);
    expect(await readSources("/locate.html", "sandbox")).toEqual(["allow-scripts"]);
    expect(await readSources("/locate.html", "frame-ancestors")).toEqual(["'self'"]);
  });

  test("lets the map service draw in the frame of the map, and there alone", async () => {
    const { statusCode, headers } = await get("/map.html");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const origin = new URL(app.config.maps.scriptBaseUrl).origin;
    expect(await readSources("/map.html", "script-src")).toEqual([
      expect.stringMatching(/^'sha256-.{44}'$/),
      "'unsafe-eval'",
      "blob:",
      origin,
    ]);
    expect(await readSources("/map.html", "img-src")).toEqual(["data:", "blob:", origin]);
    expect(await readSources("/map.html", "default-src")).toEqual(["'none'"]);
    expect(await readSources("/map.html", "sandbox")).toEqual(["allow-scripts"]);
    expect(await readSources("/map.html", "frame-ancestors")).toEqual(["'self'"]);
  });

  test("of the map lets in the hosts that Amap's script loads from, where that is Amap's", () => {
    const own = mapPagePolicy("", "https://webapi.amap.com");
    expect(own).toContain(
      "img-src data: blob: https://webapi.amap.com https://*.amap.com https://*.autonavi.com;",
    );
    expect(mapPagePolicy("", "https://amap.com.evil.example")).not.toContain("*");
    expect(mapPagePolicy("", null)).not.toMatch(/https?:/);
  });

  test.each([...documents, "/locate.html", "/map.html"])(
    "gives away nothing of the phone in %s",
    async (url) => {
      const { headers } = await get(url);
      expect(headers["permissions-policy"]).toMatch(/^geolocation=\(self\), camera=\(\), microphone=\(\)/);
      expect(headers["reporting-endpoints"]).toBe('policy="/api/v1/policy-report"');
      expect(await readSources(url, "report-uri")).toEqual(["/api/v1/policy-report"]);
      expect(await readSources(url, "report-to")).toEqual(["policy"]);
    },
  );
});

describe("an address without a page", () => {
  test.each(["/nothing-here", "/admin/nothing"])("answers %s with a page and 404", async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain("<title>");
  });

  test("is still 404 when the browser has that page in its cache", async () => {
    const headers = { "if-none-match": String((await get("/nothing-here")).headers.etag) };
    const remoteAddress = createPhone().ip;
    const again = await strictApp.server.inject({ url: "/nothing-here", headers, remoteAddress });
    expect(again.statusCode).toBe(404);
  });
});

describe("a browser's report", () => {
  const old = {
    "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "https://evil.example" },
  };
  const list = [{ type: "csp-violation", body: { effectiveDirective: "img-src" } }];
  const send = (payload: string, type = "application/csp-report", ip = createPhone().ip) =>
    strictApp.server.inject({
      method: "POST",
      url: "/api/v1/policy-report",
      payload,
      headers: { "content-type": type },
      remoteAddress: ip,
    });

  async function counted(directive: string): Promise<number> {
    const start = `shidan_policy_reports_total{directive="${directive}"} `;
    const line = (await strictApp.metrics!.text()).split("\n").find((item) => item.startsWith(start));
    return Number(line?.slice(start.length) ?? 0);
  }

  test("is counted by directive, in either format, and not saved", async () => {
    expect((await send(JSON.stringify(old))).statusCode).toBe(204);
    expect((await send(JSON.stringify(list), "application/reports+json")).statusCode).toBe(204);
    expect([await counted("script-src-elem"), await counted("img-src")]).toEqual([1, 1]);
    expect(await strictApp.metrics!.text()).not.toContain("evil.example");
  });

  test("of an unknown directive creates no metric of its own", async () => {
    await send(JSON.stringify({ "csp-report": { "effective-directive": "x".repeat(500) } }));
    expect(await counted("other")).toBe(1);
  });

  test.each(["", "{", "null", "[]", "7", '{"csp-report":null}', '[{"body":{"effectiveDirective":7}}]'])(
    "that is none (%s) counts as none",
    async (payload) => {
      const before = await strictApp.metrics!.text();
      expect((await send(payload)).statusCode).toBe(204);
      const lines = (text: string) => text.split("\n").filter((item) => item.includes("policy_reports"));
      expect(lines(await strictApp.metrics!.text())).toEqual(lines(before));
    },
  );

  test("has a size limit, its own content type, and a limit per address", async () => {
    expect((await send(" ".repeat(16 * 1024 + 1))).statusCode).toBe(413);
    expect((await send("x", "text/plain")).statusCode).toBe(415);
    const { ip } = createPhone();
    for (let nth = 0; nth < 30; nth++) expect((await send("{}", undefined, ip)).statusCode).toBe(204);
    expect((await send("{}", undefined, ip)).statusCode).toBe(429);
  });
});
