import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { parseConfig } from "#server/config.ts";
import { S3FileStorage, type Timeouts } from "#server/gateways/files/S3FileStorage.ts";
import { DiskFileStorage } from "#server/platform/files/DiskFileStorage.ts";
import type { FileStorage } from "#server/platform/files/FileStorage.ts";
import { newId } from "#server/platform/security/ids.ts";
import { s3Environment } from "../../src/sandbox/s3/s3.routes.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { blankImage, encodeMultipart, uploadForm, uploadImage } from "../support/api/forms.ts";
import { startSecondServer } from "../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const unavailable = { code: "unavailable", status: 503 };

let folder: string;
let app: TestApp;
let logged = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-stores-"));
  app = await startTestApp({
    bucket: true,
    log: (line) => {
      logged += line;
    },
  });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function setBucketBehaviour(mode: string, delayMs = 0): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/bucket/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode, delay_ms: delayMs }),
  });
  expect(response.status).toBe(200);
}

async function listBucketFiles(): Promise<string[]> {
  return (await (await fetch(`${app.sandbox.url}/bucket`)).json()) as string[];
}

/** Creates a storage on the sandbox's bucket with other settings or shorter timeouts. */
function createBucketStorage(other: Record<string, string> = {}, waitOptions?: Timeouts): S3FileStorage {
  const { s3 } = parseConfig({ ...s3Environment(app.sandbox.url), ...other });
  return new S3FileStorage(s3!, waitOptions && { timeouts: waitOptions });
}

async function readBytes(store: FileStorage, place: string): Promise<Buffer | null> {
  const file = await store.read(place);
  if (file === null) return null;
  const bytes = await buffer(file.body);
  expect(bytes.length).toBe(file.bytes);
  return bytes;
}

describe.each<[string, () => FileStorage]>([
  ["a folder", () => new DiskFileStorage(path.join(folder, "kept"))],
  ["a bucket", () => createBucketStorage()],
])("pictures in %s", (_name, open) => {
  let store: FileStorage;
  beforeEach(() => {
    store = open();
  });
  afterEach(() => store.close());

  test("are stored under paths derived from their ids only, returned whole, and deleted", async () => {
    await store.check();
    const id = newId();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, nth) => nth % 251));
    const place = await store.write(id, bytes);
    expect(place).toBe(`${id.slice(0, 2)}/${id}.webp`);
    expect(await readBytes(store, place)).toEqual(bytes);
    await store.remove(place);
    expect(await readBytes(store, place)).toBeNull();
    await store.remove(place);
    const png = newId();
    expect(await store.write(png, Buffer.from("x"), "png")).toBe(`${png.slice(0, 2)}/${png}.png`);
  });

  test("that never existed are null, under any name", async () => {
    for (const place of ["aa/nothing.webp", "aa/食 单+(1)'!*.webp"])
      expect(await store.read(place)).toBeNull();
  });

  test("are read concurrently, and a reader who aborts stops no other", async () => {
    const bytes = Buffer.alloc(2_000_000, "shidan");
    const place = await store.write(newId(), bytes);
    const files = await Promise.all(Array.from({ length: 8 }, () => store.read(place)));
    const [leaving, ...staying] = files;
    leaving!.body.destroy();
    for (const file of staying) expect((await buffer(file!.body)).equals(bytes)).toBe(true);
  });
});

test("a missing folder is unavailable, and so is everything in it", async () => {
  const store = new DiskFileStorage("/dev/null/pictures");
  await expect(store.write(newId(), Buffer.from("x"))).rejects.toMatchObject(unavailable);
  await expect(store.read("aa/a.webp")).rejects.toMatchObject(unavailable);
  await expect(store.check()).rejects.toThrow();
});

describe("an unusable bucket", () => {
  afterEach(() => setBucketBehaviour("ok"));

  test.each<[string, Record<string, string>]>([
    ["another secret", { S3_SECRET_ACCESS_KEY: "wrong" }],
    ["an unknown key", { S3_ACCESS_KEY_ID: "NOBODY" }],
    ["a bucket that is none", { S3_BUCKET: "other" }],
    ["nobody who answers", { S3_ENDPOINT: "http://127.0.0.1:1" }],
  ])("because of %s is away, and keeps nothing", async (_what, other) => {
    const before = await listBucketFiles();
    const store = createBucketStorage(other);
    await expect(store.check()).rejects.toMatchObject(unavailable);
    await expect(store.write(newId(), Buffer.from("x"))).rejects.toMatchObject(unavailable);
    await expect(store.read("ab/abc.webp")).rejects.toMatchObject(unavailable);
    await expect(store.remove("ab/abc.webp")).rejects.toMatchObject(unavailable);
    expect(await listBucketFiles()).toEqual(before);
    store.close();
  });

  test("that is slow times out", async () => {
    const store = createBucketStorage({}, { connectMs: 200, answerMs: 300, stallMs: 300, copyMs: 300 });
    await setBucketBehaviour("slow", 60_000);
    await expect(store.read("ab/abc.webp")).rejects.toMatchObject(unavailable);
    await expect(store.write(newId(), Buffer.from("x"))).rejects.toMatchObject(unavailable);
    store.close();
  });

  test("that is slow has the time of a copy to store a local file", async () => {
    const store = createBucketStorage(
      {},
      { connectMs: 1_000, answerMs: 200, stallMs: 10_000, copyMs: 60_000 },
    );
    const file = path.join(folder, "archive.zip");
    await writeFile(file, Buffer.alloc(100_000, "x"));
    await setBucketBehaviour("slow", 500);
    const place = await store.copyFrom(newId(), file, "zip");
    await setBucketBehaviour("ok");
    expect(await listBucketFiles()).toContain(place);
    store.close();
  });

  test("that stops halfway aborts the read, and never returns a partial file as whole", async () => {
    const store = createBucketStorage({}, { connectMs: 1_000, answerMs: 5_000, stallMs: 300, copyMs: 300 });
    const place = await store.write(newId(), Buffer.alloc(100_000, "x"));
    await setBucketBehaviour("stall", 60_000);
    const file = await store.read(place);
    await expect(buffer(file!.body)).rejects.toThrow();
    store.close();
  });
});

describe("with a bucket", () => {
  let buyer: Buyer;
  beforeEach(async () => {
    buyer = await createBuyer(app);
  });
  afterEach(() => setBucketBehaviour("ok"));

  const sendAvatar = async () =>
    await uploadForm(
      app,
      buyer.token,
      encodeMultipart([{ filename: "me.jpg", bytes: await blankImage(300, 300).jpeg().toBuffer() }]),
      undefined,
      userEndpoints.uploadAvatar.path,
    );

  test("files uploaded at one process are served by another: chat images, avatars and posters", async () => {
    const secondServer = await startSecondServer(app);
    const sent = await uploadImage(app, buyer.token, await blankImage(30, 20).jpeg().toBuffer());
    const avatar = await sendAvatar();
    expect([sent, avatar]).toMatchObject([{ status: 200 }, { status: 200 }]);
    const poster = await buyer.data(inviteEndpoints.poster, {});
    const urls = [sent.data.url, avatar.data.url, poster.url];
    const types = ["image/webp", "image/webp", "image/png"];
    for (const [nth, url] of urls.entries()) {
      const shown = await fetch(`${secondServer.url}${url}`, {
        headers: { authorization: `Bearer ${buyer.token}` },
      });
      const bytes = Buffer.from(await shown.arrayBuffer());
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, types[nth]]);
      expect(shown.headers.get("content-length")).toBe(String(bytes.length));
    }
    const storedRows = await app.sql<{ path: string }>("select path from files where owner_id = $1", [
      buyer.userId,
    ]);
    expect(await listBucketFiles()).toEqual(expect.arrayContaining(storedRows.map((row) => row.path)));
    await secondServer.close();
  });

  test("that denies access, uploads and images return 503 with a retry time, and no row is left", async () => {
    const { data } = await uploadImage(app, buyer.token, await blankImage(30, 20).jpeg().toBuffer());
    const { data: avatar } = await sendAvatar();
    await setBucketBehaviour("forbid");
    const [before] = await app.sql<{ n: number }>("select count(*) as n from files");
    const refused = await uploadImage(app, buyer.token, await blankImage(30, 20).jpeg().toBuffer());
    expect(refused).toMatchObject({ status: 503, error: "unavailable", retryAfter: 5 });
    expect(await sendAvatar()).toMatchObject({ status: 503, error: "unavailable" });
    for (const url of [data.url, avatar.url]) {
      const headers = { authorization: `Bearer ${buyer.token}` };
      const shown = await app.server.inject({ url, headers });
      expect(shown.json()).toMatchObject({ code: 503, data: { error: "unavailable" } });
    }
    const [after] = await app.sql<{ n: number }>("select count(*) as n from files");
    expect(after).toEqual(before);
    expect(logged).toContain("AccessDenied");
    expect(logged).not.toContain("sandbox-secret-key");
    expect((await app.server.inject("/readyz")).statusCode).toBe(200);
  });

  test("that loses an object returns 404", async () => {
    const { data } = await uploadImage(app, buyer.token, await blankImage(30, 20).jpeg().toBuffer());
    await app.sql("update files set path = 'aa/gone.webp' where id = $1", [data.id]);
    const headers = { authorization: `Bearer ${buyer.token}` };
    expect((await app.server.inject({ url: data.url, headers })).statusCode).toBe(404);
  });

  test("that stops halfway, the client sees that its image is incomplete", async () => {
    const noise = await blankImage(600, 600).jpeg().toBuffer();
    const { data } = await uploadImage(app, buyer.token, noise);
    await setBucketBehaviour("stall", 0);
    const reading = fetch(`${app.url}${data.url}`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    }).then((response) => response.arrayBuffer());
    await expect(reading).rejects.toThrow();
  });
});

test("a start with wrong keys continues, and the log reports that images cannot be stored", async () => {
  let lines = "";
  const other = await startTestApp({
    bucket: true,
    settings: { S3_SECRET_ACCESS_KEY: "wrong" },
    log: (line) => {
      lines += line;
    },
  });
  await expect.poll(() => lines).toContain("pictures cannot be kept");
  expect((await other.server.inject("/readyz")).statusCode).toBe(200);
  await other.close();
});
