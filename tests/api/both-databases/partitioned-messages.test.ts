import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { partitionCommand } from "#server/cli/partition.ts";
import { addMonths, monthOf, startOfMonth } from "#server/platform/partitions/months.ts";
import { numberBefore, partitionName } from "#server/platform/partitions/partitioned-tables.ts";
import { listPartitions } from "#server/platform/partitions/table-catalog.repository.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { type Buyer, createBuyer } from "../../support/api/buyers.ts";
import { sendMessage, textMessage } from "../../support/api/chat.ts";
import { EventReader } from "../../support/api/EventReader.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

const dayMs = 86_400_000;
const readers: EventReader[] = [];

let app: TestApp;
let buyer: Buyer;
/** First month that got a partition. */
let first: string;

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const divide = () => partitionCommand([], { ...app, user: "test", print: () => undefined });

/** Lets the customer's login, which each use extends by a month only, last over all months. */
const stayLoggedIn = () => app.sql("update tokens set expires_at = '2100-01-01'");

/** Sets the clock to the second day of a month and runs the job. */
async function beginMonth(month: string): Promise<void> {
  await stayLoggedIn();
  app.clock.set(`${month}-02T12:00:00+08:00`);
  await app.sweep("partitions");
}

const listMonthsOf = async (table: string) =>
  (await app.database.maintain((client) => listPartitions(client, table))).map((name) =>
    name.slice(table.length + 1).replace("_", "-"),
  );

const findPartition = async (table: "chat_messages" | "events", id: number) =>
  (
    await app.sql<{ name: string }>(`select tableoid::regclass::text as name from ${table} where id = $1`, [
      id,
    ])
  )[0]?.name;

/** Does work while another connection is in a transaction that has read a table. */
async function whileReading(table: string, work: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: app.config.databaseUrl ?? "" });
  await client.connect();
  try {
    await client.query(`begin; select 1 from ${table} limit 1`);
    await work();
  } finally {
    await client.end();
  }
}

async function openEvents(after?: number): Promise<EventReader> {
  const reader = await EventReader.open(app.url, buyer.token, after);
  readers.push(reader);
  await expect.poll(() => reader.events.length, waitOptions).toBeGreaterThan(0);
  return reader;
}

describe("messages and events", () => {
  test("go on with the numbers of a month once it has begun, each in its partition", async () => {
    const earlier = await sendMessage(buyer, "从前");
    first = addMonths(monthOf(addMs(app.clock.now(), 7 * dayMs)), 1);
    const [sending] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, (_, nth) => sendMessage(buyer, `第${nth}句`))),
      divide(),
    ]);
    const before = await sendMessage(buyer, "这个月");
    expect(Math.max(earlier.id, ...sending.map(({ id }) => id))).toBeLessThan(before.id);
    expect(before.id).toBeLessThan(numberBefore(first));
    expect(await findPartition("chat_messages", before.id)).toBe("chat_messages_earlier");
    const reader = await openEvents();
    const position = reader.events[0]?.id as number;
    reader.close();

    await beginMonth(first);
    const later = await sendMessage(buyer, "下个月");
    expect(later.id).toBe(numberBefore(first) + 1);
    expect(await findPartition("chat_messages", later.id)).toBe(partitionName("chat_messages", first));
    // A page that was open before gets what has happened since.
    const resumed = await openEvents(position);
    await expect
      .poll(() => resumed.listEvents("message").map(({ id }) => id), waitOptions)
      .toContain(later.id);
    const event = resumed.events.find(({ name }) => name === "message");
    expect(await findPartition("events", event?.id as number)).toBe(partitionName("events", first));
  });

  test("are read, sent once and marked as read over months", async () => {
    await beginMonth(first);
    const message = textMessage("跨月");
    const sent = await buyer.data(chatEndpoints.send, { body: message });
    await beginMonth(addMonths(first, 1));
    expect(await buyer.data(chatEndpoints.send, { body: message })).toEqual(sent);
    const next = await sendMessage(buyer, "又一个月");
    expect(next.id).toBe(numberBefore(addMonths(first, 1)) + 1);
    const { list } = await buyer.data(chatEndpoints.history, { query: { limit: 50 } });
    const ids = list.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(list.map(({ content }) => content)).toEqual(expect.arrayContaining(["从前", "这个月", "跨月"]));
    const upwards = await buyer.data(chatEndpoints.history, { query: { before_id: sent.id, limit: 2 } });
    expect(upwards.list.map(({ content }) => content)).toEqual(["这个月", "下个月"]);
    const state = await buyer.data(chatEndpoints.state, {});
    expect(state.last_message_id).toBe(next.id);
    await app.sql("update chat_messages set sender_type = 'staff' where id = any($1)", [[sent.id, next.id]]);
    await buyer.data(chatEndpoints.read, { body: { up_to_id: sent.id } });
    const unread = await app.sql<{ id: string }>(
      "select id from chat_messages where user_id = $1 and sender_type = 'staff' and read_at is null",
      [buyer.userId],
    );
    expect(unread.map(({ id }) => Number(id))).toEqual([next.id]);
  });

  test("are the newest of a conversation for both versions, as far as the one before can name them", async () => {
    const find = async () =>
      (
        await app.sql("select newest_message_id, last_message_id from conversations where user_id = $1", [
          buyer.userId,
        ])
      )[0];
    const before = await find();
    const { id } = await sendMessage(buyer, "新");
    expect(await find()).toEqual({ ...before, newest_message_id: id });
    // A process of the version before replaces no number that it cannot name.
    await app.sql("update conversations set last_message_id = 6 where user_id = $1", [buyer.userId]);
    expect(await find()).toEqual({ newest_message_id: id, last_message_id: 6 });
    await app.sql("update conversations set newest_message_id = 8 where user_id = $1", [buyer.userId]);
    expect(await find()).toEqual({ newest_message_id: 8, last_message_id: 8 });
    await app.sql("update conversations set last_message_id = 9 where user_id = $1", [buyer.userId]);
    expect(await find()).toEqual({ newest_message_id: 9, last_message_id: 9 });
    await app.sql("update conversations set newest_message_id = $2 where user_id = $1", [buyer.userId, id]);
    expect(await find()).toEqual({ newest_message_id: id, last_message_id: 9 });
  });

  test("stay in the numbers of a month, whatever the job and the command do", async () => {
    const last = await sendMessage(buyer, "一");
    app.clock.set(startOfMonth(addMonths(first, 1)).toISOString());
    await Promise.all([app.sweep("partitions"), app.sweep("partitions"), divide().catch(() => undefined)]);
    // A clock that is behind after a month has begun in which nothing was sent.
    await beginMonth(addMonths(first, 2));
    await beginMonth(addMonths(first, 1));
    const begun = await sendMessage(buyer, "空");
    expect(begun.id).toBe(numberBefore(addMonths(first, 2)) + 1);
    // A clock that is behind.
    app.clock.reset();
    await divide();
    expect((await sendMessage(buyer, "二")).id).toBeGreaterThan(last.id);
    expect((await sendMessage(buyer, "三")).id).toBeLessThan(numberBefore(addMonths(first, 3)));
  });

  test("lose the partitions of past months once these are empty, and no others", async () => {
    const months = { messages: await listMonthsOf("chat_messages"), events: await listMonthsOf("events") };
    expect(months.events).toContain(first);
    await beginMonth(addMonths(first, 2));
    expect(await listMonthsOf("events")).toContain(first);
    // Events are deleted after a week, messages after three years.
    await app.sweep("clean-up");
    await app.sweep("partitions");
    expect((await listMonthsOf("events"))[0]).toBe(addMonths(first, 1));
    expect((await listMonthsOf("chat_messages"))[0]).toBe(first);
    app.clock.advance(3 * 366 * dayMs);
    await app.sweep("retention");
    // While an export reads customers, nothing is dropped, and the job goes on without an error.
    await whileReading("users", () => app.sweep("partitions"));
    expect((await listMonthsOf("chat_messages"))[0]).toBe(first);
    await app.sweep("partitions");
    const present = monthOf(app.clock.now());
    const left = [-1, 0, 1, 2, 3].map((count) => addMonths(present, count));
    expect(await listMonthsOf("chat_messages")).toEqual([...left, "earlier"]);
    const { list } = await buyer.data(chatEndpoints.history, { query: {} });
    expect(list).toEqual([]);
    expect((await sendMessage(buyer, "三年后")).id).toBe(numberBefore(present) + 1);
  });
});
