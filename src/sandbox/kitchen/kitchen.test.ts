import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Inbox } from "../sms/Inbox.ts";
import { type StaffDesk, staffDesk } from "../testing/staffDesk.ts";
import { postJson, temporaryFolder, testSandbox } from "../testing/testSandbox.ts";
import { Kitchen } from "./Kitchen.ts";
import { TokenFile } from "./TokenFile.ts";

const pauses = { paid: 10, accepted: 10, preparing: 10, leaving: 10 };

type Place = { desk: StaffDesk; inbox: Inbox; folder: string };

async function place(): Promise<Place> {
  const inbox = new Inbox();
  return { desk: await staffDesk(inbox), inbox, folder: await temporaryFolder() };
}

async function openKitchen({ desk, inbox, folder }: Place): Promise<Kitchen> {
  const tokens = new TokenFile(join(folder, "kitchen.json"));
  const kitchen = new Kitchen({ appUrl: desk.url, inbox, tokens, pauses });
  await kitchen.turn(true);
  onTestFinished(() => kitchen.turn(false));
  return kitchen;
}

const wholeWay = ["accepted", "preparing", "ready_for_pickup", "completed"];

test("what was paid before it opened and what is paid later is brought to its end, step by step", async () => {
  const { desk, ...rest } = await place();
  desk.put({ order_id: "early" });
  const kitchen = await openKitchen({ desk, ...rest });
  await expect.poll(() => desk.log).toEqual(["code", "login", ...wholeWay.map((to) => `early ${to}`)]);
  desk.put({ order_id: "late" });
  await expect.poll(() => desk.log.slice(6)).toEqual(wholeWay.map((to) => `late ${to}`));
  expect(kitchen.state).toBe("working");
  // The desk has written the step down before the kitchen has its answer.
  await expect.poll(() => kitchen.steps[0]).toMatchObject({ code: "A1", to: "completed" });
});

test("an order whose money is asked back stays where it is", async () => {
  const { desk, ...rest } = await place();
  desk.put({ order_id: "back", status: "preparing", refund_status: "requested" });
  desk.put({ order_id: "other" });
  await openKitchen({ desk, ...rest });
  await expect.poll(() => desk.log.at(-1)).toBe("other completed");
  expect(desk.orders[0]?.status).toBe("preparing");
  desk.put({ order_id: "back", refund_status: "rejected" });
  await expect.poll(() => desk.orders[0]?.status).toBe("completed");
});

test("the session is kept for the next start, and renewed when the server has ended it", async () => {
  const at = await place();
  const first = await openKitchen(at);
  await expect.poll(() => first.state).toBe("working");
  await first.turn(false);
  const second = await openKitchen(at);
  await expect.poll(() => second.state).toBe("working");
  expect(at.desk.log).toEqual(["code", "login"]);
  at.desk.revoke();
  at.desk.put({ order_id: "next" });
  await expect.poll(() => at.desk.orders[0]?.status).toBe("completed");
  expect(at.desk.log.slice(2, 4)).toEqual(["code", "login"]);
});

test("after a break the stream goes on from where it was", async () => {
  const { desk, ...rest } = await place();
  await openKitchen({ desk, ...rest });
  await expect.poll(() => desk.streams).toEqual([""]);
  desk.put({ order_id: "one" });
  await expect.poll(() => desk.orders[0]?.status).toBe("completed");
  desk.hangUp();
  await expect.poll(() => desk.streams.length).toBe(2);
  expect(Number(desk.streams[1])).toBeGreaterThan(0);
});

test("a server that does not know the kitchen is asked for one code and left in peace", async () => {
  const { desk, ...rest } = await place();
  desk.isListed = false;
  desk.put({ order_id: "one" });
  const kitchen = await openKitchen({ desk, ...rest });
  await expect.poll(() => kitchen.state).toBe("unknown");
  expect(desk.log).toEqual(["code"]);
});

test("is closed in a sandbox until its switch is thrown, and waits for a server that is not there", async () => {
  const { url } = await testSandbox({ appUrl: "http://127.0.0.1:9" });
  const state = async () => {
    const response = await fetch(`${url}/kitchen`, { headers: { accept: "application/json" } });
    return ((await response.json()) as { state: string }).state;
  };
  expect(await state()).toBe("off");
  expect(await (await postJson(`${url}/kitchen`, { on: true })).json()).toMatchObject({ on: true });
  expect(await state()).toBe("waiting");
  const page = await (await fetch(`${url}/kitchen`)).text();
  expect(page).toContain("关闭后厨");
  const form = await fetch(`${url}/kitchen`, { method: "POST", body: new URLSearchParams({ on: "false" }) });
  expect(form.url).toBe(`${url}/kitchen`);
  expect(await state()).toBe("off");
  expect((await postJson(`${url}/kitchen`, { on: "perhaps" })).status).toBe(400);
});
