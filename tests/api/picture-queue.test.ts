import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { type Buyer, newBuyer } from "../support/api/buyers.ts";
import { blank, formOf, keptAmounts, sendForm, sendPicture } from "../support/api/forms.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const patience = { timeout: 30_000, interval: 100 };

let app: TestApp;
let buyer: Buyer;
let small: Buffer;
/** Takes long enough for what comes meanwhile. */
let large: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  small = await blank(8, 8).jpeg().toBuffer();
  large = await blank(4_096, 4_096).jpeg({ progressive: true }).toBuffer();
});

beforeEach(async () => {
  buyer = await newBuyer(app);
});

afterAll(async () => {
  await app.close();
});

function sendAvatar(bytes: Buffer | string) {
  const form = formOf([{ filename: "me.jpg", bytes }]);
  return sendForm(app, buyer.token, form, undefined, userEndpoints.uploadAvatar.path);
}

/** Begins to send a picture and stops when it has its place; the rest is sent later. */
async function beginToSend(bytes: Buffer) {
  const form = formOf([{ filename: "a.jpg", bytes }]);
  const headers = {
    authorization: `Bearer ${buyer.token}`,
    "content-type": "multipart/form-data; boundary=----test",
    "content-length": form.length,
  };
  const sending = request(`${app.url}/api/v1/chat/upload-image`, { method: "POST", headers });
  sending.on("error", () => undefined);
  sending.write(form.subarray(0, 200));
  const tries = () => app.sql("select hits from rate_counters where key = $1", [`picture:${buyer.userId}`]);
  await expect.poll(tries, patience).toEqual([{ hits: 1 }]);
  return { sending, rest: form.subarray(200) };
}

test("a customer has one picture under way: the others are told to come again, those of other customers are kept", async () => {
  const { sending, rest } = await beginToSend(small);
  const others = [await sendPicture(app, buyer.token, small), await sendAvatar(small)];
  for (const { status, error, retryAfter } of others)
    expect({ status, error, retryAfter }).toEqual({ status: 429, error: "rate_limited", retryAfter: 2 });
  expect((await sendPicture(app, (await newBuyer(app)).token, small)).status).toBe(200);
  sending.end(rest);
  const [response] = await once(sending, "response");
  expect(response.statusCode).toBe(200);
  response.resume();
  expect((await sendPicture(app, buyer.token, small)).status).toBe(200);
});

test("sixty pictures an hour are looked at, refused ones counted, of every kind", {
  timeout: 60_000,
}, async () => {
  const statuses = new Set<number>();
  for (let nth = 0; nth < 30; nth++) {
    statuses.add((await sendPicture(app, buyer.token, "no picture")).status);
    statuses.add((await sendAvatar("no picture")).status);
  }
  expect([...statuses]).toEqual([415]);
  for (const answer of [await sendPicture(app, buyer.token, small), await sendAvatar(small)]) {
    expect(answer).toMatchObject({ status: 429, error: "rate_limited" });
    expect(answer.retryAfter).toBeGreaterThan(3_000);
    expect(answer.retryAfter).toBeLessThanOrEqual(3_600);
  }
  expect((await sendPicture(app, (await newBuyer(app)).token, small)).status).toBe(200);
  await app.sql("update rate_counters set expires_at = now() where key = $1", [`picture:${buyer.userId}`]);
  expect((await sendPicture(app, buyer.token, small)).status).toBe(200);
});

test("a picture whose sender has hung up is dropped", { timeout: 60_000 }, async () => {
  const before = await keptAmounts(app);
  const { sending, rest } = await beginToSend(large);
  sending.end(rest);
  await once(sending, "finish");
  sending.destroy();
  await expect.poll(async () => (await sendPicture(app, buyer.token, small)).status, patience).toBe(200);
  expect((await keptAmounts(app)).rows).toBe(before.rows + 1);
});
