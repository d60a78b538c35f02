import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import {
  blankImage,
  countStoredFiles,
  encodeMultipart,
  uploadForm,
  uploadImage,
} from "../support/api/forms.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const waitOptions = { timeout: 30_000, interval: 100 };

let app: TestApp;
let buyer: Buyer;
let smallImage: Buffer;
/** Takes long enough to process for other requests to arrive meanwhile. */
let largeImage: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  smallImage = await blankImage(8, 8).jpeg().toBuffer();
  largeImage = await blankImage(4_096, 4_096).jpeg({ progressive: true }).toBuffer();
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

function uploadAvatar(bytes: Buffer | string) {
  const form = encodeMultipart([{ filename: "me.jpg", bytes }]);
  return uploadForm(app, buyer.token, form, undefined, userEndpoints.uploadAvatar.path);
}

/** Starts an upload and stops once it holds its slot; the rest is sent later. */
async function startUpload(bytes: Buffer) {
  const form = encodeMultipart([{ filename: "a.jpg", bytes }]);
  const headers = {
    authorization: `Bearer ${buyer.token}`,
    "content-type": "multipart/form-data; boundary=----test",
    "content-length": form.length,
  };
  const sending = request(`${app.url}/api/v1/chat/upload-image`, { method: "POST", headers });
  sending.on("error", () => undefined);
  sending.write(form.subarray(0, 200));
  const tries = () => app.sql("select hits from rate_counters where key = $1", [`picture:${buyer.userId}`]);
  await expect.poll(tries, waitOptions).toEqual([{ hits: 1 }]);
  return { sending, rest: form.subarray(200) };
}

test("a customer has one upload at a time: further ones are refused, those of other customers wait", async () => {
  const { sending, rest } = await startUpload(smallImage);
  const others = [await uploadImage(app, buyer.token, smallImage), await uploadAvatar(smallImage)];
  for (const { status, error, retryAfter } of others)
    expect({ status, error, retryAfter }).toEqual({ status: 429, error: "rate_limited", retryAfter: 2 });
  expect((await uploadImage(app, (await createBuyer(app)).token, smallImage)).status).toBe(200);
  sending.end(rest);
  const [response] = await once(sending, "response");
  expect(response.statusCode).toBe(200);
  response.resume();
  expect((await uploadImage(app, buyer.token, smallImage)).status).toBe(200);
});

test("sixty uploads an hour are processed, refused ones included, of every kind", {
  timeout: 60_000,
}, async () => {
  const statuses = new Set<number>();
  for (let nth = 0; nth < 30; nth++) {
    statuses.add((await uploadImage(app, buyer.token, "no picture")).status);
    statuses.add((await uploadAvatar("no picture")).status);
  }
  expect([...statuses]).toEqual([415]);
  for (const response of [await uploadImage(app, buyer.token, smallImage), await uploadAvatar(smallImage)]) {
    expect(response).toMatchObject({ status: 429, error: "rate_limited" });
    expect(response.retryAfter).toBeGreaterThan(3_000);
    expect(response.retryAfter).toBeLessThanOrEqual(3_600);
  }
  expect((await uploadImage(app, (await createBuyer(app)).token, smallImage)).status).toBe(200);
  await app.sql("update rate_counters set expires_at = now() where key = $1", [`picture:${buyer.userId}`]);
  expect((await uploadImage(app, buyer.token, smallImage)).status).toBe(200);
});

test("an upload whose client has disconnected is dropped", { timeout: 60_000 }, async () => {
  const before = await countStoredFiles(app);
  const { sending, rest } = await startUpload(largeImage);
  sending.end(rest);
  await once(sending, "finish");
  sending.destroy();
  await expect
    .poll(async () => (await uploadImage(app, buyer.token, smallImage)).status, waitOptions)
    .toBe(200);
  expect((await countStoredFiles(app)).rows).toBe(before.rows + 1);
});
