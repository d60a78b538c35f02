import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dishImageSizes, dishImageSrcSet } from "#contract/menu/dish-image.ts";
import { menuAdminEndpoints as endpoints } from "#contract/staff/menu-admin/endpoints.ts";
import type { Client } from "../support/api/Client.ts";
import { blankImage, encodeMultipart, listStoredFiles, uploadForm } from "../support/api/forms.ts";
import { createDishForm } from "../support/api/menuForms.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
});

afterAll(async () => {
  await app.close();
});

const upload = (bytes: Buffer | string) =>
  uploadForm(
    app,
    admin.token,
    encodeMultipart([{ filename: "dish.jpg", bytes }]),
    undefined,
    endpoints.uploadImage.path,
  );
const read = (url: string) => app.server.inject({ method: "GET", url });

test("an image becomes squares in four sizes as WebP and JPEG, upright and without metadata", async () => {
  // Left half red, right half blue; turned by 90 degrees according to its metadata.
  const half = await blankImage(600, 400).png().toBuffer();
  const source = await blankImage(1200, 400, 20)
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Copyright: "somebody" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { status, data } = await upload(source);
  expect(status).toBe(200);
  expect(data.url).toMatch(/^\/api\/v1\/files\/dishes\/[\w-]{22}\/512\.webp$/);
  for (const size of dishImageSizes)
    for (const [extension, type] of [
      ["webp", "image/webp"],
      ["jpg", "image/jpeg"],
    ] as const) {
      const response = await read(data.url.replace("512.webp", `${size}.${extension}`));
      expect(response.headers).toMatchObject({
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
      });
      const metadata = await sharp(response.rawPayload).metadata();
      expect(metadata).toMatchObject({ width: size, height: size });
      expect(metadata.exif).toBeUndefined();
    }
  const { rawPayload } = await read(data.url);
  const { data: pixels, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const redAt = (x: number, y: number) => pixels[(y * info.width + x) * info.channels] ?? 0;
  // Upright, the red half is above the other.
  expect(redAt(256, 20)).toBeGreaterThan(150);
  expect(redAt(256, 490)).toBeLessThan(80);
  expect(dishImageSrcSet(data.url)).toContain(`${data.url.replace("512", "96")} 96w`);
});

test("the same image again is the one that is stored; a dish takes it, and shows it once published", async () => {
  const bytes = await blankImage(300, 300, 90).png().toBuffer();
  const first = await upload(bytes);
  const files = (await listStoredFiles(app)).length;
  expect((await upload(bytes)).data).toEqual(first.data);
  expect(await listStoredFiles(app)).toHaveLength(files);
  const dish = await admin.data(endpoints.saveDish, {
    body: createDishForm({ image: first.data.url }) as never,
  });
  expect(dish.image).toBe(first.data.url);
});

test("what is no image, or too large, is refused and leaves nothing", async () => {
  const files = await listStoredFiles(app);
  expect(await upload("not an image")).toMatchObject({ status: 415 });
  expect(await upload(await blankImage(20, 20).gif().toBuffer())).toMatchObject({ status: 415 });
  const huge = await blankImage(8_800, 5_773).jpeg({ quality: 20 }).toBuffer();
  expect(await upload(huge)).toMatchObject({ status: 413 });
  expect(await listStoredFiles(app)).toEqual(files);
});

test.each([
  "/api/v1/files/dishes/nobody/512.webp",
  "/api/v1/files/dishes/a/300.webp",
  "/api/v1/files/dishes/..%2f..%2f/512.webp",
  "/api/v1/files/dishes/a/512.png",
])("%s is not found", async (url) => {
  expect((await read(url)).statusCode).toBe(404);
});
