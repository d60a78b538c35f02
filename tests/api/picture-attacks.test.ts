import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import {
  blankImage,
  countStoredFiles,
  encodeMultipart,
  listStoredFiles,
  uploadForm,
  uploadImage,
} from "../support/api/forms.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
  await uploadImage(app, buyer.token, await blankImage(10, 10).jpeg().toBuffer());
});

afterAll(async () => {
  await app.close();
});

/** Uploads bytes that must be refused and leave nothing behind. */
async function uploadRefused(bytes: Buffer | string, filename?: string) {
  const before = await countStoredFiles(app);
  const { status, error } = await uploadImage(app, buyer.token, bytes, filename);
  expect(await countStoredFiles(app)).toEqual(before);
  return { status, error };
}

/** Builds a PNG whose header claims these dimensions in pixels, with almost no data. */
function createPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(40_000));
  return Buffer.concat([start, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

describe("a file that is no image, whatever its type claims", () => {
  const page = "<!doctype html><script>alert(1)</script>";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

  test.each<[string, Buffer | string, string]>([
    ["a page called photo.jpg", page, "photo.jpg"],
    ["a drawing that is a program", svg, "photo.png"],
    ["a document", "%PDF-1.7\n1 0 obj\n", "photo.jpg"],
    ["a GIF that is a script", "GIF89a/*...*/=alert(1)//", "x.gif.jpg"],
    ["the first bytes of a JPEG and a page", Buffer.concat([jpegHead, Buffer.from(page)]), "photo.jpg"],
    [
      "the first bytes of a PNG and a program",
      Buffer.concat([pngHead, Buffer.from("<?php system(1);")]),
      "a.php.png",
    ],
    ["a WebP in name only", "RIFF\0\0\0\0WEBP<html>", "a.webp"],
    ["a TIFF", Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0]), "a.jpg"],
    ["one byte", "x", "a.jpg"],
  ])("%s is refused", async (_what, bytes, name) => {
    expect(await uploadRefused(bytes, name)).toEqual({ status: 415, error: "unsupported_media_type" });
  });

  test("a real GIF is refused, and half an image as well", async () => {
    expect((await uploadRefused(await blankImage(20, 20).gif().toBuffer())).status).toBe(415);
    const whole = await blankImage(400, 400).png({ compressionLevel: 0 }).toBuffer();
    expect((await uploadRefused(whole.subarray(0, whole.length / 2))).status).toBe(415);
  });

  test("an image with an appended program is re-encoded without the program", async () => {
    for (const kind of ["jpeg", "png", "webp"] as const) {
      const bytes = Buffer.concat([
        await blankImage(30, 30).toFormat(kind).toBuffer(),
        Buffer.from(`\n${page}`),
      ]);
      const { status, data } = await uploadImage(app, buyer.token, bytes, "photo.html");
      expect(status).toBe(200);
      const headers = { authorization: `Bearer ${buyer.token}` };
      const { headers: message, rawPayload } = await app.server.inject({ url: data.url, headers });
      expect(message["content-type"]).toBe("image/webp");
      expect(rawPayload.includes("<script")).toBe(false);
    }
  });
});

describe("a decompression bomb", () => {
  test("is refused by its header", async () => {
    expect(await uploadRefused(createPng(50_000, 50_000))).toEqual({
      status: 413,
      error: "payload_too_large",
    });
  });

  test("whose header claims more data than it holds is refused", async () => {
    expect(await uploadRefused(createPng(4_000, 4_000))).toEqual({
      status: 415,
      error: "unsupported_media_type",
    });
  });

  test("with several frames yields the first one", async () => {
    const frames = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        blankImage(32, 32, nth * 6)
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(40);
    const { status, data } = await uploadImage(app, buyer.token, moving);
    expect({ status, data }).toMatchObject({ status: 200, data: { width: 32, height: 32 } });
  });

  test("with more than a hundred frames is refused", async () => {
    const frames = await Promise.all(
      Array.from({ length: 101 }, (_, nth) =>
        blankImage(4, 4, nth * 2)
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(101);
    expect((await uploadRefused(moving)).status).toBe(413);
  });

  test("with sixteen bits a colour is refused, unless it is as small as one with eight", async () => {
    const deep = async (height: number) =>
      await blankImage(4_096, height).toColourspace("rgb16").png({ progressive: true }).toBuffer();
    expect((await uploadRefused(await deep(4_096))).status).toBe(413);
    expect((await uploadImage(app, buyer.token, await deep(2_048))).status).toBe(200);
  });

  test("as a JPEG with too many scans is refused", async () => {
    const whole = await blankImage(64, 64).jpeg({ progressive: true }).toBuffer();
    expect((await uploadImage(app, buyer.token, whole)).status).toBe(200);
    // Empty scans, each of which costs as much work as the image has pixels.
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
    const again = Buffer.concat([whole.subarray(0, -2), ...Array(30).fill(scan), whole.subarray(-2)]);
    expect((await uploadRefused(again)).status).toBe(413);
  });

  test("of five megabytes and one byte is refused", async () => {
    expect(await uploadRefused(Buffer.alloc(5 * 1024 * 1024 + 1))).toEqual({
      status: 413,
      error: "payload_too_large",
    });
  });
});

describe("a file name", () => {
  test.each([
    "../../x.jpg",
    "C:\\x.jpg",
    "x.php\\0.jpg",
    `${"n".repeat(4_000)}.jpg`,
    "图🍜.jpg",
    "",
    "a/b/c.jpg",
  ])("is never used: %j", async (name) => {
    const { status, data } = await uploadImage(
      app,
      buyer.token,
      await blankImage(8, 8).jpeg().toBuffer(),
      name,
    );
    expect(status).toBe(200);
    expect(await listStoredFiles(app)).toContain(path.join(data.id.slice(0, 2), `${data.id}.webp`));
  });
});

describe("a multipart form", () => {
  const ok = () => blankImage(8, 8).jpeg().toBuffer();

  test.each<[string, () => Promise<Buffer>, number]>([
    ["of a thousand parts", async () => encodeMultipart(Array(1_000).fill({ name: "x", bytes: "y" })), 413],
    [
      "of two files",
      async () => encodeMultipart(Array(2).fill({ filename: "a.jpg", bytes: await ok() })),
      413,
    ],
    ["without an end", async () => encodeMultipart([{ filename: "a.jpg", bytes: await ok() }], ""), 400],
    ["that ends within its head", async () => Buffer.from("------test\r\nContent-Disposition: form-d"), 400],
    ["without a file", async () => encodeMultipart([]), 400],
    ["with an empty file", async () => encodeMultipart([{ filename: "a.jpg", bytes: "" }]), 400],
    [
      "with a file of another name",
      async () => encodeMultipart([{ name: "evil", filename: "a.jpg", bytes: await ok() }]),
      400,
    ],
    [
      "with a file called as objects are",
      async () => encodeMultipart([{ name: "__proto__", filename: "a", bytes: "x" }]),
      400,
    ],
    ["that is empty", async () => Buffer.alloc(0), 400],
  ])("%s is refused and leaves nothing", async (_what, make, status) => {
    const before = await countStoredFiles(app);
    expect((await uploadForm(app, buyer.token, await make())).status).toBe(status);
    expect(await countStoredFiles(app)).toEqual(before);
  });

  test.each(["multipart/form-data", "application/json", "image/jpeg", "text/plain"])(
    "as %s is refused",
    async (type) => {
      const { status } = await uploadForm(
        app,
        buyer.token,
        encodeMultipart([{ filename: "a.jpg", bytes: await ok() }]),
        type,
      );
      expect([400, 415]).toContain(status);
    },
  );

  test("that exceeds a limit leaves its connection usable for the next request", async () => {
    const parts = [{ filename: "a.jpg", bytes: Buffer.alloc(5 * 1024 * 1024 + 1) }];
    const headers = {
      authorization: `Bearer ${buyer.token}`,
      "content-type": "multipart/form-data; boundary=----test",
    };
    for (let n = 0; n < 3; n++) {
      const url = `${app.url}/api/v1/chat/upload-image`;
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: new Uint8Array(encodeMultipart(parts)),
      });
      expect([response.status, (await response.json()) as object]).toMatchObject([413, { code: 413 }]);
    }
  });
});
