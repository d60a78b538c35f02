import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UnreadStore } from "#web/h5/app/UnreadStore.ts";
import type { ChatStore } from "#web/h5/features/chat/ChatStore.ts";
import { UnreadableImageError } from "#web/lib/images/resizeImage.ts";
import { removeItem, storageKeys } from "#web/lib/storage/storage.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { sendMessage, sendReply } from "../support/api/chat.ts";
import {
  countSending,
  createApiClient,
  createChatStore,
  type NetworkFault,
  sendText,
} from "../support/api/chatApp.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { blankImage, uploadImage } from "../support/api/forms.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

let app: TestApp;
let buyer: Buyer;
let agent: Awaited<ReturnType<typeof createStaffClient>>;
/** Faults applied to the next calls, in order. */
let faults: NetworkFault[];

beforeAll(async () => {
  app = await startTestApp({ settings: { SERVICE_HOURS: "09:00-22:00" } });
  agent = await createStaffClient(app, "agent");
});

beforeEach(async () => {
  buyer = await createBuyer(app);
  faults = [];
});

afterEach(() => removeItem(storageKeys.chat));

afterAll(async () => {
  await app.close();
});

const openChat = (overrides: Parameters<typeof createChatStore>[3] = {}) =>
  createChatStore(app, buyer, faults, overrides);
const waitUntilSent = (chat: ChatStore) => expect.poll(() => countSending(chat), waitOptions).toBe(0);
describe("live events", () => {
  test("are merged once, with read marks and the state of orders", async () => {
    const order = await createOrder(buyer);
    const chat = openChat();
    await chat.load();
    const reader = await EventReader.open(app.url, buyer.token);
    sendText(chat, "在吗");
    await waitUntilSent(chat);
    const { client_key: _key, ...message } = await sendReply(agent, buyer.userId, "在的");
    await expect.poll(() => reader.listEvents("message"), waitOptions).toHaveLength(2);
    for (const event of reader.events) chat.onEvent(event);
    for (const event of reader.events) chat.onEvent(event);
    reader.close();
    await chat.load();
    expect(chat.items.map(({ text, side }) => [text, side])).toEqual([
      ["在吗", "own"],
      ["在的", "staff"],
    ]);
    expect(chat.messageList.lastUnreadId).toBe(message.id);
    chat.onEvent({ name: "read", data: { up_to_id: message.id, by: "staff" } });
    expect(chat.items[0]?.state).toBe("read");
    chat.outbox.sendOrder({
      id: order.order_id,
      storeName: "店",
      image: "",
      summary: "",
      amountFen: 1,
      statusText: "",
    });
    await waitUntilSent(chat);
    expect(chat.items[2]?.order).toMatchObject({
      id: order.order_id,
      storeName: "食单·徐家汇店",
      statusText: "待付款",
    });
    chat.onEvent({ name: "order", data: { order_id: order.order_id, status_text: "已付款" } });
    expect(chat.items[2]?.order?.statusText).toBe("已付款");
  });

  test("cannot hide a gap: only a response confirms up to where nothing is missing", async () => {
    await sendMessage(buyer, "一");
    const chat = openChat();
    await chat.load();
    await sendMessage(buyer, "二");
    chat.onEvent({ name: "message", data: await sendMessage(buyer, "三") });
    expect(chat.items.map(({ text }) => text)).toEqual(["一", "三"]);
    expect([chat.onEvent(null), chat.onEvent({ name: "message", data: null })]).toEqual([false, false]);
    await chat.load();
    expect(chat.items.map(({ text }) => text)).toEqual(["一", "二", "三"]);
  });

  test("are counted until they are read", async () => {
    const { id } = await sendReply(agent, buyer.userId, "您好");
    const state = new UnreadStore(createApiClient(app, buyer, faults));
    await state.load();
    expect(state.unread).toBe(1);
    expect(state.state.value?.hoursText).toBe("09:00-22:00");
    await state.markRead(id);
    expect(state.unread).toBe(0);
    await state.load();
    expect(state.unread).toBe(0);
  });
});

describe("an image", () => {
  test("is sent beside texts, and its upload is not repeated when only the message was lost", async () => {
    let uploads = 0;
    const chat = openChat();
    const counting = openChat({
      upload: async (file) => {
        uploads += 1;
        const { data } = await uploadImage(app, buyer.token, Buffer.from(await file.arrayBuffer()));
        return data;
      },
    });
    await counting.load();
    faults.push("question");
    counting.outbox.sendImage(new Blob([new Uint8Array(await blankImage(40, 30).jpeg().toBuffer())]));
    await waitUntilSent(counting);
    expect([counting.items[0]?.state, counting.items[0]?.image]).toMatchObject([
      "failed",
      { width: 40, height: 30 },
    ]);
    // The server has the image, so the message survives a reload.
    expect(openChat().items[0]?.image).toMatchObject({ width: 40 });
    counting.outbox.resend(counting.items[0]?.key ?? "");
    await waitUntilSent(counting);
    expect([uploads, counting.items[0]?.state]).toEqual([1, "sent"]);
    await chat.load();
    expect(chat.items[0]?.image).toMatchObject({ width: 40, height: 30 });
  });

  test("that is no picture shows an error and cannot be sent again", async () => {
    const chat = openChat({ resize: () => Promise.reject(new UnreadableImageError()) });
    chat.outbox.sendImage(new Blob(["no picture"]));
    await waitUntilSent(chat);
    expect([chat.items[0]?.state, chat.items[0]?.problem]).toEqual(["unreadable", "图片无法识别"]);
    chat.outbox.resend(chat.items[0]?.key ?? "");
    expect(chat.items[0]?.state).toBe("unreadable");
    expect(openChat().items).toEqual([]);
  });
});
