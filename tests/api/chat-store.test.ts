import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChatStore } from "#web/h5/stores/ChatStore.ts";
import { remove, storageKeys } from "#web/shared/storage.ts";
import { type Buyer, newBuyer } from "../support/api/buyers.ts";
import { say } from "../support/api/chat.ts";
import { chatOf, type Fault, underWay, write } from "../support/api/chatApp.ts";
import { patience } from "../support/api/patience.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
/** What happens to the next calls. */
let faults: Fault[];

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  buyer = await newBuyer(app);
  faults = [];
});

afterEach(() => remove(storageKeys.chat));

afterAll(async () => {
  await app.close();
});

const open = () => chatOf(app, buyer, faults);
const settled = (chat: ChatStore) => expect.poll(() => underWay(chat), patience).toBe(0);
const shown = (chat: ChatStore) => chat.items.map(({ text, state }) => `${text} ${state}`);
describe("the conversation in the app", () => {
  test("shows what was said in its order, page by page upwards, each message once", async () => {
    await say(buyer, "第0句");
    await app.sql(
      `insert into chat_messages (user_id, sender_type, sender_id, type, content, created_at)
       select $1, 'user', $1, 'text', '第' || n || '句', now() from generate_series(1, 69) n`,
      [buyer.userId],
    );
    const chat = open();
    await chat.open();
    expect([chat.items.length, chat.items[0]?.text, chat.hasOlder]).toEqual([30, "第40句", true]);
    await chat.loadOlder();
    await chat.loadOlder();
    await chat.loadOlder();
    expect(chat.hasOlder).toBe(false);
    expect(chat.items.map(({ text }) => text)).toEqual(Array.from({ length: 70 }, (_, n) => `第${n}句`));
  });

  test("sends in the order of writing; blanks are nothing", async () => {
    const chat = open();
    await chat.open();
    write(chat, "   ");
    for (const text of ["一", " 二 ", "三"]) write(chat, text);
    expect(shown(chat)).toEqual(["一 sending", "二 sending", "三 sending"]);
    expect(chat.draft).toBe("");
    await settled(chat);
    expect(shown(chat)).toEqual(["一 sent", "二 sent", "三 sent"]);
    const other = open();
    await other.open();
    expect(shown(other)).toEqual(shown(chat));
  });

  test("keeps the place and the key of a line while it becomes a message", async () => {
    const chat = open();
    await chat.open();
    write(chat, "你好");
    const [before] = chat.items;
    await settled(chat);
    expect(chat.items.map(({ key }) => key)).toEqual([before?.key]);
  });

  test("a question that was lost, and an answer that was lost, are sent again and there once", async () => {
    const chat = open();
    await chat.open();
    faults.push("question", "answer");
    write(chat, "没有到");
    write(chat, "到了没听到");
    await settled(chat);
    expect(shown(chat)).toEqual(["没有到 failed", "到了没听到 failed"]);
    expect(chat.items[0]?.problem).toContain("网络不可用");
    for (const { key } of chat.items) chat.outbox.resend(key);
    await settled(chat);
    expect([...shown(chat)].sort()).toEqual(["到了没听到 sent", "没有到 sent"].sort());
    const other = open();
    await other.open();
    expect(other.items).toHaveLength(2);
  });

  test("the text in the field and what did not arrive outlive the page; what arrived after all is no longer offered", async () => {
    const chat = open();
    await chat.open();
    faults.push("question", "answer");
    write(chat, "没有到");
    write(chat, "到了没听到");
    chat.setDraft("还没写完");
    await settled(chat);
    const later = open();
    expect([later.draft, shown(later)]).toEqual(["还没写完", ["没有到 failed", "到了没听到 failed"]]);
    await later.open();
    expect(shown(later)).toEqual(["到了没听到 sent", "没有到 failed"]);
    later.outbox.resend(later.items[1]?.key ?? "");
    await settled(later);
    expect(shown(later)).toEqual(["到了没听到 sent", "没有到 sent"]);
    later.setDraft("");
    expect(open().items).toEqual([]);
  });

  test("a message that was given up is gone, also after the page; a customer who leaves takes all along", async () => {
    const chat = open();
    faults.push("question", "question");
    write(chat, "算了");
    write(chat, "留着");
    await settled(chat);
    chat.outbox.discard(chat.items[0]?.key ?? "");
    expect(shown(open())).toEqual(["留着 failed"]);
    chat.setDraft("草稿");
    chat.forget();
    expect([chat.items, chat.draft]).toEqual([[], ""]);
  });
});
