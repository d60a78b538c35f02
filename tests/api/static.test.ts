import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { expectEnvelope } from "../support/api/envelope.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const page = `<!doctype html><title>食单</title>${"<p>饭</p>".repeat(300)}`;
const script = `export const menu = ${JSON.stringify(Array(300).fill("面"))};`;
let folder: string;
let app: TestApp;

async function writeAsset(name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  await writeFile(`${file}.br`, brotliCompressSync(text));
  await writeFile(`${file}.gz`, gzipSync(text));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-web-"));
  await writeAsset("index.html", page);
  await writeAsset("assets/x-123.js", script);
  await writeAsset("assets/x-123.css", "p { color: red }".repeat(100));
  await mkdir(path.join(folder, "media/dishes"), { recursive: true });
  await writeFile(path.join(folder, "media/dishes/noodles.webp"), "RIFF....WEBP");
  await writeFile(path.join(folder, "media/dishes/noodles.jpg"), "JFIF");
  await writeFile(path.join(folder, "drawing.svg"), "<svg/>");
  await writeFile(path.join(path.dirname(folder), "secret.txt"), "secret");
  app = await startTestApp({ webFolder: folder, ssrFolder: path.join(folder, "none") });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
  await rm(path.join(path.dirname(folder), "secret.txt"), { force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers });

test.each([
  ["Chrome", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "image/webp"],
  ["Safari 14", "image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", "image/webp"],
  ["Safari 13", "image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5", "image/jpeg"],
  ["a program", "*/*", "image/webp"],
])("a picture comes to %s as it can be read there", async (_who, accept, type) => {
  const { statusCode, headers } = await get("/media/dishes/noodles.webp", { accept });
  expect([statusCode, headers["content-type"], headers.vary]).toEqual([200, type, "accept"]);
});

describe("precompressed files", () => {
  test.each([
    ["br, gzip, deflate", "br", brotliDecompressSync],
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
  ] as const)("are chosen by what the browser takes: %s gets %s", async (accepts, encoding, open) => {
    for (const [url, text] of [
      ["/assets/x-123.js", script],
      ["/", page],
    ] as const) {
      const response = await get(url, { "accept-encoding": accepts });
      expect([response.statusCode, response.headers["content-encoding"]]).toEqual([200, encoding]);
      expect(open(response.rawPayload).toString()).toBe(text);
      expect(response.headers.vary).toMatch(/accept-encoding/i);
    }
  });

  test.each([undefined, "identity", "zstd"])(
    "stay as they are for a browser that takes neither (%s)",
    async (accepts) => {
      const response = await get(
        "/assets/x-123.js",
        accepts === undefined ? {} : { "accept-encoding": accepts },
      );
      expect(response.headers["content-encoding"]).toBeUndefined();
      expect(response.body).toBe(script);
    },
  );

  test("have the type of their content", async () => {
    const types = [
      "/assets/x-123.js",
      "/assets/x-123.css",
      "/",
      "/media/dishes/noodles.webp",
      "/drawing.svg",
    ].map(async (url) => (await get(url, { "accept-encoding": "br" })).headers["content-type"]);
    expect(await Promise.all(types)).toEqual([
      expect.stringMatching(/^(text|application)\/javascript/),
      expect.stringMatching(/^text\/css/),
      expect.stringMatching(/^text\/html; charset=utf-8/i),
      "image/webp",
      expect.stringMatching(/^image\/svg\+xml/),
    ]);
  });
});

describe("caches", () => {
  test("store assets for ever, pictures for a day, and revalidate the page every time", async () => {
    const getCacheControl = async (url: string) => (await get(url)).headers["cache-control"];
    expect(await getCacheControl("/assets/x-123.js")).toBe("public, max-age=31536000, immutable");
    expect(await getCacheControl("/media/dishes/noodles.webp")).toBe("public, max-age=86400");
    for (const url of ["/", "/index.html", "/orders", "/drawing.svg"])
      expect(await getCacheControl(url)).toBe("no-cache");
  });

  test("get a 304 for an unchanged page", async () => {
    for (const headers of [{}, { "accept-encoding": "br" }] as Record<string, string>[]) {
      const first = await get("/orders", headers);
      const etag = String(first.headers.etag);
      const again = await get("/orders", { ...headers, "if-none-match": etag });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
      expect((await get("/orders", { ...headers, "if-none-match": '"other"' })).statusCode).toBe(200);
    }
  });

  test("separate the compressed and the plain form of a file, and those of the page", async () => {
    const tag = async (headers: Record<string, string>) =>
      (await get("/assets/x-123.js", headers)).headers.etag;
    expect(await tag({ "accept-encoding": "br" })).not.toBe(await tag({}));
    for (const headers of [{}, { "accept-encoding": "br" }] as Record<string, string>[]) {
      const page = await get("/", headers);
      // A weak tag covers both forms; the `vary` header says which one a cache may serve to which client.
      expect(page.headers).toMatchObject({ etag: expect.stringMatching(/^W\//), vary: "accept-encoding" });
    }
  });
});

describe("the page", () => {
  test.each([
    "/",
    "/orders",
    "/order/abc_DEF-123",
    "/admin/customer-service",
    "/login?redirect=%2Forders",
    "/nothing/like/this",
  ])("answers %s", async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.body]).toEqual([200, page]);
    expect(response.headers["content-type"]).toMatch(/^text\/html/);
  });

  test("answers HEAD without its body", async () => {
    const response = await app.server.inject({ method: "HEAD", url: "/orders" });
    expect([response.statusCode, response.body]).toEqual([200, ""]);
  });

  test.each([
    "/assets/gone-456.js",
    "/assets/",
    "/assets",
    "/foo.txt",
    "/media/dishes/gone.webp",
    "/media/gone",
    "/robots.txt",
    "/.env",
    "/index.html.map",
    "/api/v1/gone",
    "/api",
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%00.js",
  ])("does not stand in for %s: that is a 404", async (url) => {
    const response = await get(url);
    expectEnvelope(response, url);
    expect(response.statusCode).toBe(404);
  });

  test.each(["POST", "PUT", "DELETE"] as const)("is not an answer to %s", async (method) => {
    const response = await app.server.inject({ method, url: "/orders" });
    expectEnvelope(response, method);
    expect(response.statusCode).toBe(404);
  });
});

test("a build that arrives while the server runs is served from then on", async () => {
  await writeAsset("assets/x-789.js", "export {};");
  await rm(path.join(folder, "assets/x-123.css"));
  const [added, gone] = await Promise.all([get("/assets/x-789.js"), get("/assets/x-123.css")]);
  expect([added.statusCode, added.body, gone.statusCode]).toEqual([200, "export {};", 404]);
});

test("without a built app the API works and pages are not found", async () => {
  const webFolder = path.join(folder, "nowhere");
  const { server } = await buildApp({ config: app.config, database: app.database, logger: false, webFolder });
  const [api, home] = await Promise.all([server.inject("/api/v1/app/settings"), server.inject("/")]);
  await server.close();
  expect([api.statusCode, home.statusCode]).toEqual([200, 404]);
});
