import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type BuiltPages, buildPages, inlineScript } from "../support/api/builtPages.ts";
import { createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const store = "SH001";
const lines: string[] = [];
let pages: BuiltPages;
let app: TestApp;

/** Switches that the renderer of the small build reads. */
const rendererFaults = globalThis as {
  screensMade?: number;
  screenFault?: string | undefined;
  screenMs?: number;
};

// Uses a new client address each time, so that no rate limit applies.
const get = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url, headers, remoteAddress: createPhone().ip });
const getBody = async (url: string) => (await get(url)).body;
const countRenders = () => rendererFaults.screensMade ?? 0;

beforeAll(async () => {
  pages = await buildPages();
  const { webFolder, ssrFolder } = pages;
  const settings = { REQUESTS_PER_MINUTE: "5" };
  app = await startTestApp({
    webFolder,
    ssrFolder,
    settings,
    log: (line) => lines.push(line),
  });
});

afterEach(async () => {
  delete rendererFaults.screenFault;
  delete rendererFaults.screenMs;
  app.clock.reset();
  await app.sql("update restaurants set name = '食单·徐家汇店' where id = $1", [store]);
});

afterAll(async () => {
  await app.close();
  await pages.remove();
});

describe("a document", () => {
  test("requests its page's code at once and includes the styles", async () => {
    const body = await getBody("/menu");
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
    expect(await getBody("/admin/orders")).toContain("<title>食单</title>");
  });

  test("allows exactly its own scripts", async () => {
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
  test("is in the document with the styles of all its components", async () => {
    const body = await getBody("/");
    expect(body).toContain('<div id="root">one 食单·徐家汇店');
    expect(body).toContain('<link rel="expect" href="#sent" blocking="render">');
    expect(body).not.toContain("等一下");
    expect(body).toContain("<style>.Popular { color: red }</style>");
    expect(body).not.toContain("Popular-one.js");
  });

  test("fetches most of the app's code while it is laid out, and runs it after the paint", async () => {
    const body = await getBody("/");
    const [shown = "", behind = ""] = body.split("食单·徐家汇店");
    expect(shown.match(/<[^>]*\.js\b[^>]*>/g)).toEqual(
      ["first", "main"].map(
        (name) => `<link rel="preload" as="script" crossorigin href="/assets/${name}-one.js">`,
      ),
    );
    const [, files = ""] = /<script data-files="(.*?)">/.exec(behind) ?? [];
    const names = ["main-one", "first-one", "Home-one"];
    expect(files.split(" ")).toEqual(names.map((name) => `/assets/${name}.js`));
    expect(body).not.toContain('<script type="module"');
  });

  test("is sent compressed, and as 304 to clients that have it", async () => {
    const packed = await get("/", { "accept-encoding": "br" });
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(await getBody("/"));
    const again = await get("/", { "if-none-match": String(packed.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  test("is rendered once while its data is unchanged, home's also once per hour", async () => {
    app.clock.set("2026-03-02T12:00:10+08:00");
    const url = `/menu?restaurant_id=${store}`;
    const [menu, home] = [await getBody(url), await getBody("/")];
    const before = countRenders();
    expect([await getBody(url), await getBody(`${url}&utm=1`), await getBody("/")]).toEqual([
      menu,
      menu,
      home,
    ]);
    expect(countRenders()).toBe(before);
    app.clock.set("2026-03-02T13:00:10+08:00");
    expect(await getBody("/")).toContain("2026-03-02T05:00:00.000Z");
    expect(await getBody(url)).toBe(menu);
    expect(countRenders()).toBe(before + 1);
  });

  test("shows a change at once", async () => {
    const url = `/menu?restaurant_id=${store}`;
    expect(await getBody(url)).toContain("徐家汇店");
    await app.sql("update restaurants set name = '新店' where id = $1", [store]);
    expect(await getBody(url)).toContain("one 新店");
  });

  test("uses up no rate limit, and is not in the log", async () => {
    lines.length = 0;
    const url = `/menu?restaurant_id=${store}`;
    for (let nth = 0; nth < 12; nth++) expect(await getBody(url)).toContain("徐家汇店");
    expect(lines.filter((line) => line.includes("/api/v1/restaurant"))).toEqual([]);
  });
});

describe("the shell is sent", () => {
  const shown = () => getBody(`/menu?restaurant_id=${store}`);
  let nth = 0;
  const change = () =>
    app.sql("update restaurants set name = $2 where id = $1", [store, `食单·徐家汇店${nth++}`]);

  test("for an unknown restaurant", async () => {
    const response = await get("/menu?restaurant_id=NOPE");
    expect([response.statusCode, response.body.includes("等一下")]).toEqual([200, true]);
  });

  test("when rendering fails, which is logged", async () => {
    await change();
    rendererFaults.screenFault = "breaks";
    lines.length = 0;
    expect(await shown()).toContain("等一下");
    expect(lines.join("")).toContain("a first screen could not be made");
    delete rendererFaults.screenFault;
    expect(await shown()).toContain("徐家汇店");
  });

  test("when rendering takes too long", async () => {
    const url = "/menu?restaurant_id=SH002";
    rendererFaults.screenFault = "hangs";
    expect(await getBody(url)).toContain("等一下");
  });

  test("when rendering blocks the thread", async () => {
    rendererFaults.screenMs = 10_000;
    // The render budget is per second, and a new second may start between the two requests.
    const both = async () => {
      await change();
      return [await getBody("/"), await shown()].join();
    };
    await expect.poll(both).toContain("等一下");
    delete rendererFaults.screenMs;
    await expect.poll(shown).toContain("徐家汇店");
  });
});

test("a build that arrives while the server runs is served from then on, first screens too", async () => {
  await expect.poll(() => getBody("/")).toContain("one 食单");
  await pages.write("two");
  await expect.poll(() => getBody("/"), { timeout: 30_000 }).toContain("two 食单");
  expect(await getBody("/")).toContain("/assets/Home-two.js");
  expect(await getBody("/menu")).toContain("/assets/Menu-two.js");
});

test("documents are sent without a disk access for each", async () => {
  const looks = vi.spyOn(fs, "stat");
  syncBuiltinESMExports();
  const documents = 100;
  for (let nth = 0; nth < documents; nth++) expect((await get("/menu")).statusCode).toBe(200);
  const { length } = looks.mock.calls;
  looks.mockRestore();
  syncBuiltinESMExports();
  expect(length).toBeLessThan(documents);
});
