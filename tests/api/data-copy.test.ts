import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { dataCopyUrl, accountEndpoints as endpoints } from "#contract/account/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import { sendMessage } from "../support/api/chat.ts";
import { createEverythingCustomer, invoiceTexts, personalTexts } from "../support/api/everythingCustomer.ts";
import { countStoredFiles } from "../support/api/forms.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const dayMs = 86_400_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const request = (buyer: Pick<Buyer, "call">, client_key = createIdempotencyKey()) =>
  buyer.call(endpoints.requestDataCopy, { body: { client_key } });

function download(token: string | null, copyId: string) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return app.server.inject({ url: dataCopyUrl(copyId), headers });
}

/** Makes a copy; returns its id. */
async function makeCopy(buyer: Buyer): Promise<string> {
  const { data } = await request(buyer);
  await app.sweep("data-copies");
  return data.copy_id;
}

/** Unpacks an archive: texts by name; of pictures the names alone. */
async function unpack(bytes: Buffer) {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const texts: Record<string, string> = {};
  const pictures: string[] = [];
  for (const entry of await archive.getEntries()) {
    if (entry.directory) continue;
    if (entry.filename.startsWith("pictures/")) pictures.push(entry.filename);
    else texts[entry.filename] = await entry.getData(new TextWriter());
  }
  return { texts, pictures };
}

describe("a copy of a customer's data", () => {
  test("has all that is stored about the customer, and the pictures", async () => {
    const customer = await createEverythingCustomer(app);
    const response = await download(customer.token, await makeCopy(customer));
    expect(response).toMatchObject({
      statusCode: 200,
      headers: {
        "content-type": "application/zip",
        "cache-control": "private, no-store",
        "content-disposition": 'attachment; filename="my-data.zip"',
      },
    });
    const { texts, pictures } = await unpack(response.rawPayload);
    expect(Object.keys(texts).sort()).toEqual(
      [
        "README.txt",
        "addresses.json",
        "card.json",
        "chat.json",
        "consents.json",
        "favourites.json",
        "invites.json",
        "invoice-titles.json",
        "invoices.json",
        "orders.json",
        "points.json",
        "profile.json",
        "sessions.json",
        "withdrawals.json",
      ].sort(),
    );
    const read = (name: string) => JSON.parse(texts[`${name}.json`] ?? "") as Record<string, unknown>[];
    const { rejectedTitle: title, rejectedEmail: email } = personalTexts;
    expect(read("invoices")).toMatchObject([invoiceTexts, { title, email, status: "rejected" }]);
    expect(read("invoice-titles")).toMatchObject([{ title: invoiceTexts.title }]);
    expect(read("consents").map(({ document }) => document)).toEqual(
      expect.arrayContaining(["agreement", "privacy"]),
    );
    const { nickname, recipient, recipientPhone, remark, requestText, message } = personalTexts;
    expect(read("profile")).toMatchObject([
      { nickname, phone: customer.phone.phone, openid: customer.openid, user_id: customer.userId },
    ]);
    expect(read("addresses")).toMatchObject([{ recipient, phone: recipientPhone }]);
    expect(read("orders")).toHaveLength(5);
    expect(read("orders")[0]).toMatchObject({
      remark,
      items: [{ quantity: 2 }],
      payments: [{ payer_openid: customer.openid, state: "success" }],
      refund_requests: [{ text: requestText }],
    });
    expect(read("card")).toMatchObject([{ number: customer.cardNumber, balance_fen: 8_800 }]);
    const chat = read("chat");
    expect(chat).toContainEqual(expect.objectContaining({ content: `${message} ${recipientPhone}` }));
    const sent = chat.flatMap(({ picture }) => (typeof picture === "string" ? [picture] : []));
    expect(pictures).toHaveLength(3);
    expect(pictures).toEqual(expect.arrayContaining(sent));
    // What staff wrote for one another is theirs.
    expect(Object.values(texts).join("")).not.toContain(personalTexts.note);
  });

  test("is sent to its owner alone, for a day, and then removed", async () => {
    const [owner, stranger] = [await createBuyer(app), await createBuyer(app)];
    const { files: before } = await countStoredFiles(app);
    const id = await makeCopy(owner);
    expect((await countStoredFiles(app)).files).toBe(before + 1);
    const statuses = async () =>
      await Promise.all(
        [owner.token, stranger.token, null].map(async (token) => (await download(token, id)).statusCode),
      );
    expect(await statuses()).toEqual([200, 404, 401]);
    expect((await stranger.data(endpoints.dataCopies)).list).toEqual([]);
    app.clock.advance(dayMs + 1_000);
    expect((await download(owner.token, id)).statusCode).toBe(404);
    expect((await owner.data(endpoints.dataCopies)).list).toMatchObject([{ copy_id: id, status: "expired" }]);
    await app.sweep("data-copies");
    // Those of earlier tests have expired too.
    expect((await countStoredFiles(app)).files).toBeLessThanOrEqual(before);
  });

  test("is opened without a token by its owner's link until the copy expires", async () => {
    const [owner, stranger] = [await createBuyer(app), await createBuyer(app)];
    expect((await request(owner)).data.url).toBeNull();
    await app.sweep("data-copies");
    const linkOf = async (buyer: Buyer) => (await buyer.data(endpoints.dataCopies)).list[0]?.url ?? "";
    const url = new URL(await linkOf(owner));
    const open = async (search: string) =>
      (await app.server.inject({ method: "GET", url: url.pathname + search })).statusCode;
    expect(await open(url.search)).toBe(200);
    expect(await open("")).toBe(401);
    await makeCopy(stranger);
    const foreign = new URL(await linkOf(stranger));
    for (const search of [
      foreign.search,
      url.search.replace(/expires=\d/, "expires=9"),
      url.search.replace("signature=", "signature=A"),
    ])
      expect(await open(search)).toBe(403);
    app.clock.advance(dayMs + 1_000);
    expect(await open(url.search)).toBe(403);
    expect(await linkOf(owner)).toBe("");
    await app.sweep("data-copies");
  });

  test("requested ten times is made once at a time, and three times a day at most", async () => {
    const buyer = await createBuyer(app);
    const answers = await Promise.all(Array.from({ length: 4 }, () => request(buyer)));
    expect(new Set(answers.map(({ data }) => data.copy_id)).size).toBe(1);
    const next = await Promise.all(Array.from({ length: 6 }, () => request(buyer)));
    expect(new Set([...answers, ...next].map(({ data }) => data.copy_id)).size).toBe(1);
    await app.sweep("data-copies");
    for (let nth = 2; nth <= 3; nth++) await makeCopy(buyer);
    const refused = await request(buyer);
    expect(refused).toMatchObject({
      status: 429,
      error: "rate_limited",
      msg: "今天申请的次数太多了，请明天再试",
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    app.clock.advance(dayMs + 1_000);
    expect((await request(buyer)).status).toBe(200);
    await app.sweep("data-copies");
  });

  test("with the same key is the same one", async () => {
    const buyer = await createBuyer(app);
    const key = createIdempotencyKey();
    const first = await request(buyer, key);
    await app.sweep("data-copies");
    expect((await request(buyer, key)).data.copy_id).toBe(first.data.copy_id);
    expect((await buyer.data(endpoints.dataCopies)).list).toHaveLength(1);
  });

  test("of a long conversation is read a page at a time", async () => {
    const buyer = await createBuyer(app);
    const { id } = await sendMessage(buyer, "第一条");
    await app.sql(
      `insert into chat_messages (user_id, sender_type, sender_id, type, content, created_at)
       select user_id, sender_type, sender_id, type, 'nr ' || nth, created_at
       from chat_messages, generate_series(2, 1001) nth where id = $1`,
      [id],
    );
    const { texts } = await unpack((await download(buyer.token, await makeCopy(buyer))).rawPayload);
    const chat = JSON.parse(texts["chat.json"] ?? "") as { content: string }[];
    expect(chat).toHaveLength(1_001);
    expect(new Set(chat.map(({ content }) => content)).size).toBe(1_001);
  });

  test("that a killed process had stored leaves no second archive", async () => {
    const buyer = await createBuyer(app);
    const { files: before } = await countStoredFiles(app);
    const id = await makeCopy(buyer);
    await app.sql("update data_copies set state = 'queued', next_try_at = now() where id = $1", [id]);
    await app.sweep("data-copies");
    expect((await download(buyer.token, id)).statusCode).toBe(200);
    expect((await countStoredFiles(app)).files).toBe(before + 1);
  });

  test("whose pictures cannot be read is tried again, and fails at last", async () => {
    const buyer = await createBuyer(app);
    const { data } = await request(buyer);
    await app.sql("alter table favourites rename to favourites_gone");
    for (let attempt = 1; attempt <= 5; attempt++) {
      await app.sweep("data-copies");
      app.clock.advance(31_000);
    }
    await app.sql("alter table favourites_gone rename to favourites");
    expect((await buyer.data(endpoints.dataCopies)).list).toMatchObject([
      { copy_id: data.copy_id, status: "failed" },
    ]);
    expect((await request(buyer)).data.copy_id).not.toBe(data.copy_id);
    await app.sweep("data-copies");
  });
});
