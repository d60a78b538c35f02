import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ChatStateStore } from "#web/h5/stores/ChatStateStore.ts";
import type { ChatStore } from "#web/h5/stores/ChatStore.ts";
import { UnreadablePicture } from "#web/shared/shrinkPicture.ts";
import { remove, storageKeys } from "#web/shared/storage.ts";
import { type Buyer, newBuyer, newOrder } from "../support/api/buyers.ts";
import { reply, say } from "../support/api/chat.ts";
import { appClient, chatOf, type Fault, underWay, write } from "../support/api/chatApp.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { blank, sendPicture } from "../support/api/forms.ts";
import { newMember } from "../support/api/kitchen.ts";
import { patience } from "../support/api/patience.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
let agent: Awaited<ReturnType<typeof newMember>>;
/** What happens to the next calls. */
let faults: Fault[];

beforeAll(async () => {
  app = await startTestApp({ settings: { SERVICE_HOURS: "09:00-22:00" } });
  agent = await newMember(app, "agent");
});

beforeEach(async () => {
  buyer = await newBuyer(app);
  faults = [];
});

afterEach(() => remove(storageKeys.chat));

afterAll(async () => {
  await app.close();
});

const open = (more: Parameters<typeof chatOf>[3] = {}) => chatOf(app, buyer, faults, more);
const settled = (chat: ChatStore) => expect.poll(() => underWay(chat), patience).toBe(0);
describe("what is told live", () => {
  test("joins the rest once, with marks of what was read and the state of orders", async () => {
    const order = await newOrder(buyer);
    const chat = open();
    await chat.open();
    const reader = await EventReader.open(app.url, buyer.token);
    write(chat, "在吗");
    await settled(chat);
    const { client_key: _key, ...message } = await reply(agent, buyer.userId, "在的");
    await expect.poll(() => reader.of("message"), patience).toHaveLength(2);
    for (const news of reader.events) chat.hear(news);
    for (const news of reader.events) chat.hear(news);
    reader.close();
    await chat.open();
    expect(chat.items.map(({ text, side }) => [text, side])).toEqual([
      ["在吗", "own"],
      ["在的", "staff"],
    ]);
    expect(chat.thread.unreadId).toBe(message.id);
    chat.hear({ name: "read", data: { up_to_id: message.id, by: "staff" } });
    expect(chat.items[0]?.state).toBe("read");
    chat.outbox.sendOrder({
      id: order.order_id,
      storeName: "店",
      image: "",
      summary: "",
      amountFen: 1,
      statusText: "",
    });
    await settled(chat);
    expect(chat.items[2]?.order).toMatchObject({
      id: order.order_id,
      storeName: "食单·徐家汇店",
      statusText: "待付款",
    });
    chat.hear({ name: "order", data: { order_id: order.order_id, status_text: "已付款" } });
    expect(chat.items[2]?.order?.statusText).toBe("已付款");
  });

  test("cannot hide what was missed: only an answer says up to where nothing is missing", async () => {
    await say(buyer, "一");
    const chat = open();
    await chat.open();
    await say(buyer, "二");
    chat.hear({ name: "message", data: await say(buyer, "三") });
    expect(chat.items.map(({ text }) => text)).toEqual(["一", "三"]);
    expect([chat.hear(null), chat.hear({ name: "message", data: null })]).toEqual([false, false]);
    await chat.open();
    expect(chat.items.map(({ text }) => text)).toEqual(["一", "二", "三"]);
  });

  test("is counted until it was read", async () => {
    const { id } = await reply(agent, buyer.userId, "您好");
    const state = new ChatStateStore(appClient(app, buyer, faults));
    await state.load();
    expect(state.unread).toBe(1);
    expect(state.state.value?.hoursText).toBe("09:00-22:00");
    await state.read(id);
    expect(state.unread).toBe(0);
    await state.load();
    expect(state.unread).toBe(0);
  });
});

describe("a picture", () => {
  test("is sent beside texts, and its upload is not repeated when only the message got lost", async () => {
    let uploads = 0;
    const chat = open();
    const counting = open({
      upload: async (file) => {
        uploads += 1;
        const { data } = await sendPicture(app, buyer.token, Buffer.from(await file.arrayBuffer()));
        return data;
      },
    });
    await counting.open();
    faults.push("question");
    counting.outbox.sendPicture(new Blob([new Uint8Array(await blank(40, 30).jpeg().toBuffer())]));
    await settled(counting);
    expect([counting.items[0]?.state, counting.items[0]?.image]).toMatchObject([
      "failed",
      { width: 40, height: 30 },
    ]);
    // It is with the server, so the message outlives the page.
    expect(open().items[0]?.image).toMatchObject({ width: 40 });
    counting.outbox.resend(counting.items[0]?.key ?? "");
    await settled(counting);
    expect([uploads, counting.items[0]?.state]).toEqual([1, "sent"]);
    await chat.open();
    expect(chat.items[0]?.image).toMatchObject({ width: 40, height: 30 });
  });

  test("that is none says so and cannot be sent again", async () => {
    const chat = open({ shrink: () => Promise.reject(new UnreadablePicture()) });
    chat.outbox.sendPicture(new Blob(["no picture"]));
    await settled(chat);
    expect([chat.items[0]?.state, chat.items[0]?.problem]).toEqual(["unreadable", "图片无法识别"]);
    chat.outbox.resend(chat.items[0]?.key ?? "");
    expect(chat.items[0]?.state).toBe("unreadable");
    expect(open().items).toEqual([]);
  });
});
