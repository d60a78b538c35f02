import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { blankImage, countStoredFiles, uploadImage } from "../support/api/forms.ts";
import { createStaffToken } from "../support/api/namedEndpoints.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const day = 86_400_000;

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function fetchImage(url: string, token: string | null) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return await app.server.inject({ url, headers });
}

beforeAll(async () => {
  const first = await createBuyer(app);
  await uploadImage(app, first.token, await blankImage(10, 10).jpeg().toBuffer());
});

describe("an image", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "as %s is kept and given back to its owner and to staff",
    async (kind) => {
      const { status, data } = await uploadImage(
        app,
        buyer.token,
        await blankImage(60, 40).toFormat(kind).toBuffer(),
      );
      expect({ status, data }).toEqual({
        status: 200,
        data: {
          id: expect.stringMatching(/^[\w-]{22}$/),
          url: `/api/v1/files/${data.id}`,
          width: 60,
          height: 40,
        },
      });
      for (const token of [buyer.token, await createStaffToken(app)]) {
        const { statusCode, headers, rawPayload } = await fetchImage(data.url, token);
        expect(statusCode).toBe(200);
        expect(headers).toMatchObject({
          "content-type": "image/webp",
          "x-content-type-options": "nosniff",
          "cache-control": "private, max-age=3600",
          "content-disposition": 'attachment; filename="picture.webp"',
        });
        const { format, width, height } = await sharp(rawPayload).metadata();
        expect({ format, width, height }).toEqual({ format: "webp", width: 60, height: 40 });
      }
    },
  );

  test("is not found for others, and strangers have to log in", async () => {
    const { data } = await uploadImage(app, buyer.token, await blankImage(8, 8).png().toBuffer());
    const other = await createBuyer(app);
    expect((await fetchImage(data.url, other.token)).json()).toMatchObject({
      code: 404,
      data: { error: "not_found" },
    });
    for (const token of [null, "x".repeat(43)])
      expect((await fetchImage(data.url, token)).json()).toMatchObject({ code: 401 });
    expect((await uploadImage(app, null, "x")).status).toBe(401);
    expect((await uploadImage(app, await createStaffToken(app), "x")).status).toBe(401);
  });

  test("that is missing on the disk, or never existed, is not found", async () => {
    const { data } = await uploadImage(app, buyer.token, await blankImage(8, 8).png().toBuffer());
    await app.sql("update files set path = 'aa/gone.webp' where id = $1", [data.id]);
    for (const url of [
      data.url,
      "/api/v1/files/nothing",
      "/api/v1/files/..%2f..%2fetc%2fpasswd",
      "/api/v1/files/%00",
    ])
      expect((await fetchImage(url, buyer.token)).statusCode).toBe(404);
  });

  test("is upright and has lost its metadata", async () => {
    const marked = await blankImage(80, 40)
      .withExif({ IFD0: { Copyright: "canary-owner" }, IFD3: { GPSLatitude: "31/1 11/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(marked).metadata()).orientation).toBe(6);
    const { data } = await uploadImage(app, buyer.token, marked);
    expect(data).toMatchObject({ width: 40, height: 80 });
    const { rawPayload } = await fetchImage(data.url, buyer.token);
    const { orientation, exif, icc, xmp } = await sharp(rawPayload).metadata();
    expect({ orientation, exif, icc, xmp }).toEqual({});
    expect(rawPayload.includes("canary-owner")).toBe(false);
  });

  test("may have four thousand and ninety-six pixels a side, and is resized", async () => {
    const { status, data } = await uploadImage(
      app,
      buyer.token,
      await blankImage(4096, 512).jpeg().toBuffer(),
    );
    expect({ status, data }).toMatchObject({ status: 200, data: { width: 2048, height: 256 } });
    const tooWide = await blankImage(4097, 8).jpeg().toBuffer();
    const before = await countStoredFiles(app);
    const refused = await uploadImage(app, buyer.token, tooWide);
    expect(refused).toMatchObject({ status: 413, error: "payload_too_large" });
    expect(await countStoredFiles(app)).toEqual(before);
  });
});

describe("a customer's images", () => {
  test("are limited to sixty a day; the next day the limit is reset", async () => {
    await app.sql(
      "insert into files (id, owner_id, kind, path, mime, bytes, width, height, created_at) select 'old-' || n, $1, 'chat', 'x', 'image/webp', 1, 1, 1, $2 from generate_series(1, 57) n",
      [buyer.userId, app.clock.now()],
    );
    app.clock.advance(60_000);
    const bytes = await blankImage(8, 8).jpeg().toBuffer();
    const files = (await countStoredFiles(app)).files;
    for (let nth = 0; nth < 3; nth++) expect((await uploadImage(app, buyer.token, bytes)).status).toBe(200);
    const { status, retryAfter } = await uploadImage(app, buyer.token, bytes);
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThan(86_000);
    expect((await countStoredFiles(app)).files).toBe(files + 3);
    app.clock.advance(day);
    expect((await uploadImage(app, buyer.token, bytes)).status).toBe(200);
  });

  test("are deleted when their row cannot be inserted", async () => {
    const before = await countStoredFiles(app);
    await app.sql("alter table files add constraint nothing_goes check (width <> 77) not valid");
    const { status } = await uploadImage(app, buyer.token, await blankImage(77, 8).jpeg().toBuffer());
    await app.sql("alter table files drop constraint nothing_goes");
    expect(status).toBe(500);
    expect(await countStoredFiles(app)).toEqual(before);
  });
});
