import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChatStore } from "#web/h5/features/chat/ChatStore.ts";
import { removeItem, storageKeys } from "#web/lib/storage/storage.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { sendMessage } from "../support/api/chat.ts";
import { countSending, createChatStore, type NetworkFault, sendText } from "../support/api/chatApp.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

let app: TestApp;
let buyer: Buyer;
/** Faults applied to the next calls, in order. */
let faults: NetworkFault[];

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  buyer = await createBuyer(app);
  faults = [];
});

afterEach(() => removeItem(storageKeys.chat));

afterAll(async () => {
  await app.close();
});

const openChat = () => createChatStore(app, buyer, faults);
const waitUntilSent = (chat: ChatStore) => expect.poll(() => countSending(chat), waitOptions).toBe(0);
const listShown = (chat: ChatStore) => chat.items.map(({ text, state }) => `${text} ${state}`);
describe("the conversation in the app", () => {
  test("shows messages in order, loads older pages upwards, and shows each message once", async () => {
    await sendMessage(buyer, "第0句");
    await app.sql(
      `insert into chat_messages (user_id, sender_type, sender_id, type, content, created_at)
       select $1, 'user', $1, 'text', '第' || n || '句', now() from generate_series(1, 69) n`,
      [buyer.userId],
    );
    const chat = openChat();
    await chat.load();
    expect([chat.items.length, chat.items[0]?.text, chat.hasOlder]).toEqual([30, "第40句", true]);
    await chat.loadOlder();
    await chat.loadOlder();
    await chat.loadOlder();
    expect(chat.hasOlder).toBe(false);
    expect(chat.items.map(({ text }) => text)).toEqual(Array.from({ length: 70 }, (_, n) => `第${n}句`));
  });

  test("sends in the order of writing and ignores blank messages", async () => {
    const chat = openChat();
    await chat.load();
    sendText(chat, "   ");
    for (const text of ["一", " 二 ", "三"]) sendText(chat, text);
    expect(listShown(chat)).toEqual(["一 sending", "二 sending", "三 sending"]);
    expect(chat.draft).toBe("");
    await waitUntilSent(chat);
    expect(listShown(chat)).toEqual(["一 sent", "二 sent", "三 sent"]);
    const other = openChat();
    await other.load();
    expect(listShown(other)).toEqual(listShown(chat));
  });

  test("keeps the position and the key of a line while it becomes a message", async () => {
    const chat = openChat();
    await chat.load();
    sendText(chat, "你好");
    const [before] = chat.items;
    await waitUntilSent(chat);
    expect(chat.items.map(({ key }) => key)).toEqual([before?.key]);
  });

  test("a lost request and a lost response are retried and create one message", async () => {
    const chat = openChat();
    await chat.load();
    faults.push("question", "answer");
    sendText(chat, "没有到");
    sendText(chat, "到了没听到");
    await waitUntilSent(chat);
    expect(listShown(chat)).toEqual(["没有到 failed", "到了没听到 failed"]);
    expect(chat.items[0]?.problem).toContain("网络不可用");
    for (const { key } of chat.items) chat.outbox.resend(key);
    await waitUntilSent(chat);
    expect([...listShown(chat)].sort()).toEqual(["到了没听到 sent", "没有到 sent"].sort());
    const other = openChat();
    await other.load();
    expect(other.items).toHaveLength(2);
  });

  test("the draft and unsent messages survive a reload; a message that arrived after all is no longer offered", async () => {
    const chat = openChat();
    await chat.load();
    faults.push("question", "answer");
    sendText(chat, "没有到");
    sendText(chat, "到了没听到");
    chat.setDraft("还没写完");
    await waitUntilSent(chat);
    const later = openChat();
    expect([later.draft, listShown(later)]).toEqual(["还没写完", ["没有到 failed", "到了没听到 failed"]]);
    await later.load();
    expect(listShown(later)).toEqual(["到了没听到 sent", "没有到 failed"]);
    later.outbox.resend(later.items[1]?.key ?? "");
    await waitUntilSent(later);
    expect(listShown(later)).toEqual(["到了没听到 sent", "没有到 sent"]);
    later.setDraft("");
    expect(openChat().items).toEqual([]);
  });

  test("a discarded message stays gone after a reload; a logout clears everything", async () => {
    const chat = openChat();
    faults.push("question", "question");
    sendText(chat, "算了");
    sendText(chat, "留着");
    await waitUntilSent(chat);
    chat.outbox.discard(chat.items[0]?.key ?? "");
    expect(listShown(openChat())).toEqual(["留着 failed"]);
    chat.setDraft("草稿");
    chat.resetCustomerData();
    expect([chat.items, chat.draft]).toEqual([[], ""]);
  });
});
