import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dishImageSizes } from "#contract/menu/dish-image.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantPictureEndpoints } from "#contract/restaurant-pictures/endpoints.ts";
import { restaurantImageSrcSet } from "#contract/restaurant-pictures/restaurant-image.ts";
import { menuAdminEndpoints } from "#contract/staff/menu-admin/endpoints.ts";
import { restaurantAdminEndpoints as endpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { type Buyer, createBuyer } from "../../support/api/buyers.ts";
import type { Client } from "../../support/api/Client.ts";
import { blankImage, encodeMultipart, listStoredFiles, uploadForm } from "../../support/api/forms.ts";
import { createStaffClient } from "../../support/api/orders.ts";
import { createRestaurantForm } from "../../support/api/restaurantForms.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

const upload = (bytes: Buffer | string, path: string = endpoints.uploadPicture.path) =>
  uploadForm(app, admin.token, encodeMultipart([{ filename: "a.jpg", bytes }]), undefined, path);

let shade = 1;

/** Uploads a picture that no other test has; returns it as a form names it. */
async function uploadNew(width = 400, height = 300) {
  const { data } = await upload(await blankImage(width, height, shade++).jpeg().toBuffer());
  return data;
}

const open = async () =>
  (await admin.data(endpoints.create, { body: createRestaurantForm() as never })).restaurant_id;
const nothing = { version: 1, pictures: [], business_licence: null, food_licence: null };
const save = (restaurant_id: string, changes: object) =>
  admin.call(endpoints.savePictures, { body: { restaurant_id, ...nothing, ...changes } });

/** Reads what customers see, once their cached responses have received the change. */
async function readShown(id: string) {
  await app.content.waitForDelivery();
  const { data: detail } = await buyer.call(restaurantEndpoints.detail, { query: { id } });
  const { data: shown } = await buyer.call(restaurantPictureEndpoints.read, { query: { id } });
  return { hasPictures: detail.data.stores[0]?.has_pictures, shown };
}

test("a picture keeps its shape in four sizes as WebP and JPEG; the same one is stored once", async () => {
  const bytes = await blankImage(1500, 2000, 200).jpeg().toBuffer();
  const { status, data } = await upload(bytes);
  expect(status).toBe(200);
  expect(data).toMatchObject({ width: 768, height: 1024 });
  expect(data.url).toMatch(/^\/api\/v1\/files\/restaurants\/[\w-]{22}\/512\.webp$/);
  const widths = new Map<string, number | undefined>();
  for (const size of dishImageSizes)
    for (const extension of ["webp", "jpg"]) {
      const url = data.url.replace("512.webp", `${size}.${extension}`);
      const { rawPayload, headers } = await app.server.inject({ method: "GET", url });
      const metadata = await sharp(rawPayload).metadata();
      expect(Math.max(metadata.width ?? 0, metadata.height ?? 0)).toBe(size);
      expect(headers["content-type"]).toBe(extension === "webp" ? "image/webp" : "image/jpeg");
      if (extension === "webp") widths.set(url, metadata.width);
    }
  expect(restaurantImageSrcSet(data.url, data)).toBe(
    [...widths].map(([url, width]) => `${url} ${width}w`).join(", "),
  );
  const files = (await listStoredFiles(app)).length;
  expect((await upload(bytes)).data).toEqual(data);
  expect(await listStoredFiles(app)).toHaveLength(files);
});

test("what is no picture, or has more than 50 megapixels, is refused and leaves nothing", async () => {
  const files = await listStoredFiles(app);
  expect(await upload("not an image")).toMatchObject({ status: 415 });
  const huge = await blankImage(8_800, 5_773).jpeg({ quality: 20 }).toBuffer();
  expect(await upload(huge)).toMatchObject({ status: 413 });
  expect(await listStoredFiles(app)).toEqual(files);
});

test("customers see pictures in their order, and the licences, until they are removed", async () => {
  const id = await open();
  expect(await readShown(id)).toEqual({
    hasPictures: false,
    shown: { pictures: [], business_licence: null, food_licence: null },
  });
  const [front, room, licence] = [await uploadNew(), await uploadNew(), await uploadNew(300, 400)];
  const first = await save(id, {
    pictures: [
      { image: front.url, caption: " 门头 " },
      { image: room.url, caption: "" },
    ],
    business_licence: { image: licence.url, number: " 91310000MA1K " },
  });
  expect(first).toMatchObject({ status: 200, data: { version: 2 } });
  const size = { width: 1024, height: 768 };
  const pictures = [
    { image: front.url, ...size, caption: "门头" },
    { image: room.url, ...size, caption: "" },
  ];
  const business_licence = { image: licence.url, width: 768, height: 1024, number: "91310000MA1K" };
  const shown = { pictures, business_licence, food_licence: null };
  expect(await readShown(id)).toEqual({ hasPictures: true, shown });
  const [listed] = (await admin.data(endpoints.list, { query: { keyword: id } })).list;
  expect(listed).toMatchObject({ version: 1, pictures: { version: 2, ...shown } });

  const turned = pictures.toReversed().map(({ image, caption }) => ({ image, caption }));
  expect(await save(id, { version: 2, pictures: turned })).toMatchObject({ status: 200 });
  expect(await readShown(id)).toEqual({
    hasPictures: true,
    shown: { pictures: pictures.toReversed(), business_licence: null, food_licence: null },
  });
  expect(await save(id, { version: 3 })).toMatchObject({ status: 200 });
  expect((await readShown(id)).hasPictures).toBe(false);
  expect(
    await app.sql("select action, detail from audit_log where target = $1 order by id offset 1", [id]),
  ).toEqual([
    {
      action: "restaurant.pictures",
      detail: { pictures: "无 → 2 张：门头、无说明", business_licence: "无 → 编号 91310000MA1K" },
    },
    {
      action: "restaurant.pictures",
      detail: {
        pictures: "2 张：门头、无说明 → 2 张：无说明、门头",
        business_licence: "编号 91310000MA1K → 无",
      },
    },
    { action: "restaurant.pictures", detail: { pictures: "2 张：无说明、门头 → 无" } },
  ]);
});

test("of two people at once one is told what the other saved; the same again changes nothing", async () => {
  const id = await open();
  const [one, two] = [await uploadNew(), await uploadNew()];
  const forms = [one, two].map(({ url }) => ({ pictures: [{ image: url, caption: "" }] }));
  const results = await Promise.all(forms.map((form) => save(id, form)));
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = results.findIndex(({ status }) => status === 200);
  const lost = results[1 - won]!.data as unknown as { current: object };
  expect(lost.current).toEqual(results[won]!.data);
  expect(await save(id, forms[won]!)).toMatchObject({ status: 200, data: { version: 2 } });
  expect(await app.sql("select pictures_version, version from restaurants where id = $1", [id])).toEqual([
    { pictures_version: 2, version: 1 },
  ]);
});

test("seven pictures, one twice, one of a dish, and one from elsewhere are refused", async () => {
  const id = await open();
  const { url } = await uploadNew();
  const dish = await upload(
    await blankImage(40, 40, 3).jpeg().toBuffer(),
    menuAdminEndpoints.uploadImage.path,
  );
  const asPicture = (image: string) => ({ image, caption: "" });
  const unknown = "/api/v1/files/restaurants/nobody/512.webp";
  const seven = Array.from({ length: 7 }, () => asPicture(url));
  expect(await save(id, { pictures: seven })).toMatchObject({ status: 400, msg: "图片不能超过6项" });
  expect(await save(id, { pictures: [asPicture(url), asPicture(url)] })).toMatchObject({
    status: 422,
    msg: "同一张照片只能放一次",
  });
  for (const image of [dish.data.url, unknown, "https://example.org/a.webp"])
    expect(await save(id, { food_licence: { image, number: "" } })).toMatchObject({
      status: 422,
      msg: "图片不存在，请重新上传",
      data: { field: "food_licence" },
    });
  expect((await readShown(id)).hasPictures).toBe(false);
});

test("a copy of a restaurant has neither its pictures nor its licences; a closed one shows none", async () => {
  const id = await open();
  const [picture, licence] = [await uploadNew(), await uploadNew()];
  await save(id, {
    pictures: [{ image: picture.url, caption: "" }],
    food_licence: { image: licence.url, number: "" },
  });
  const copy = await admin.data(endpoints.create, { body: createRestaurantForm({ copy_from: id }) as never });
  expect(copy.pictures).toEqual(nothing);
  await admin.call(endpoints.close, { body: { restaurant_id: id } });
  await app.content.waitForDelivery();
  expect(await buyer.call(restaurantPictureEndpoints.read, { query: { id } })).toMatchObject({ status: 404 });
});
