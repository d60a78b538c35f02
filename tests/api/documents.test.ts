import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type BuiltPages, buildPages, inlineScript } from "../support/api/builtPages.ts";
import { newPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const store = "SH001";
const lines: string[] = [];
let pages: BuiltPages;
let app: TestApp;

/** What the small build's screens look at. */
const faults = globalThis as { screensMade?: number; screenFault?: string | undefined; screenMs?: number };

// From another address each time, whose calls of this minute are not counted yet.
const get = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url, headers, remoteAddress: newPhone().ip });
const bodyOf = async (url: string) => (await get(url)).body;
const made = () => faults.screensMade ?? 0;

beforeAll(async () => {
  pages = await buildPages();
  const { webFolder, screensFolder } = pages;
  const settings = { REQUESTS_PER_MINUTE: "5" };
  app = await startTestApp({ webFolder, screensFolder, settings, log: (line) => lines.push(line) });
});

afterEach(async () => {
  delete faults.screenFault;
  delete faults.screenMs;
  app.clock.reset();
  await app.sql("update restaurants set name = '食单·徐家汇店' where id = $1", [store]);
});

afterAll(async () => {
  await app.close();
  await pages.remove();
});

describe("a document", () => {
  test("asks for its page's code at once and brings the styles along", async () => {
    const body = await bodyOf("/menu");
    expect(body).toContain("<title>点餐 - 食单</title>");
    for (const file of ["Menu-one.js", "parts-one.js"])
      expect(body).toContain(`<link rel="modulepreload" crossorigin href="/assets/${file}">`);
    expect(body.match(/first-one\.js/g)).toHaveLength(1);
    expect(body).toContain("<style>.first { color: red }</style><style>.parts { color: red }</style>");
    expect(body).not.toContain("Popular");
    const links = body.match(/<link rel="stylesheet"[^>]*>/g);
    expect(links).toEqual(
      ["first", "parts"].map((name) => `<link rel="stylesheet" href="/assets/${name}-one.css" disabled>`),
    );
    expect(body).toContain("等一下");
  });

  test("of another page is the shell as it was built", async () => {
    expect(await bodyOf("/admin/orders")).toContain("<title>食单</title>");
  });

  test("lets exactly its own scripts run", async () => {
    const { headers, body } = await get("/");
    const scripts = [...body.matchAll(/<script(?: data-files="[^"]*")?>([\s\S]*?)<\/script>/g)].map(
      ([, code = ""]) => code,
    );
    expect([scripts[0], scripts.length]).toEqual([inlineScript, 2]);
    const hashes = scripts.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain(`script-src 'self' ${hashes.join(" ")}`);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(String((await get("/healthz")).headers["content-security-policy"])).not.toContain("sha256");
  });
});

describe("a first screen", () => {
  test("stands in the document with the styles of all its parts", async () => {
    const body = await bodyOf("/");
    expect(body).toContain('<div id="root">one 食单·徐家汇店');
    expect(body).toContain('<link rel="expect" href="#sent" blocking="render">');
    expect(body).not.toContain("等一下");
    expect(body).toContain("<style>.Popular { color: red }</style>");
    expect(body).not.toContain("Popular-one.js");
  });

  test("names the app's code behind it, which is asked for after the paint", async () => {
    const body = await bodyOf("/");
    const [shown = "", behind = ""] = body.split("食单·徐家汇店");
    expect(shown).not.toMatch(/\.js\b/);
    const [, files = ""] = /<script data-files="(.*?)">/.exec(behind) ?? [];
    const names = ["main-one", "first-one", "Home-one"];
    expect(files.split(" ")).toEqual(names.map((name) => `/assets/${name}.js`));
    expect(body).not.toContain('<script type="module"');
  });

  test("comes packed, and as 304 to who has it", async () => {
    const packed = await get("/", { "accept-encoding": "br" });
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(await bodyOf("/"));
    const again = await get("/", { "if-none-match": String(packed.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  test("is made once for as long as its answers stay the same, home's for the hour besides", async () => {
    app.clock.set("2026-03-02T12:00:10+08:00");
    const url = `/menu?restaurant_id=${store}`;
    const [menu, home] = [await bodyOf(url), await bodyOf("/")];
    const before = made();
    expect([await bodyOf(url), await bodyOf(`${url}&utm=1`), await bodyOf("/")]).toEqual([menu, menu, home]);
    expect(made()).toBe(before);
    app.clock.set("2026-03-02T13:00:10+08:00");
    expect(await bodyOf("/")).toContain("2026-03-02T05:00:00.000Z");
    expect(await bodyOf(url)).toBe(menu);
    expect(made()).toBe(before + 1);
  });

  test("tells of a change at once", async () => {
    const url = `/menu?restaurant_id=${store}`;
    expect(await bodyOf(url)).toContain("徐家汇店");
    await app.sql("update restaurants set name = '新店' where id = $1", [store]);
    expect(await bodyOf(url)).toContain("one 新店");
  });

  test("costs nobody's share of requests, and is in no line of the log", async () => {
    lines.length = 0;
    const url = `/menu?restaurant_id=${store}`;
    for (let nth = 0; nth < 12; nth++) expect(await bodyOf(url)).toContain("徐家汇店");
    expect(lines.filter((line) => line.includes("/api/v1/restaurant"))).toEqual([]);
  });
});

describe("the shell comes", () => {
  const shown = () => bodyOf(`/menu?restaurant_id=${store}`);
  let nth = 0;
  const change = () =>
    app.sql("update restaurants set name = $2 where id = $1", [store, `食单·徐家汇店${nth++}`]);

  test("for a store that does not exist", async () => {
    const response = await get("/menu?restaurant_id=NOPE");
    expect([response.statusCode, response.body.includes("等一下")]).toEqual([200, true]);
  });

  test("when the screen breaks, which is logged", async () => {
    await change();
    faults.screenFault = "breaks";
    lines.length = 0;
    expect(await shown()).toContain("等一下");
    expect(lines.join("")).toContain("a first screen could not be made");
    delete faults.screenFault;
    expect(await shown()).toContain("徐家汇店");
  });

  test("when the screen takes too long", async () => {
    const url = "/menu?restaurant_id=SH002";
    faults.screenFault = "hangs";
    expect(await bodyOf(url)).toContain("等一下");
  });

  test("when making screens takes the thread for itself", async () => {
    faults.screenMs = 10_000;
    // The budget is one for each second: a second may begin between the two.
    const both = async () => {
      await change();
      return [await bodyOf("/"), await shown()].join();
    };
    await expect.poll(both).toContain("等一下");
    delete faults.screenMs;
    await expect.poll(shown).toContain("徐家汇店");
  });
});

test("a build that comes while the server runs is served from then on, screens too", async () => {
  await expect.poll(() => bodyOf("/")).toContain("one 食单");
  await pages.write("two");
  await expect.poll(() => bodyOf("/"), { timeout: 30_000 }).toContain("two 食单");
  expect(await bodyOf("/")).toContain("/assets/Home-two.js");
  expect(await bodyOf("/menu")).toContain("/assets/Menu-two.js");
});

test("documents are sent without a look at the disk for each", async () => {
  const looks = vi.spyOn(fs, "stat");
  syncBuiltinESMExports();
  const documents = 100;
  for (let nth = 0; nth < documents; nth++) expect((await get("/menu")).statusCode).toBe(200);
  const { length } = looks.mock.calls;
  looks.mockRestore();
  syncBuiltinESMExports();
  expect(length).toBeLessThan(documents);
});
