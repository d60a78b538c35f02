import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Inbox } from "../sms/Inbox.ts";
import { type FakeStaffServer, fakeStaffServer } from "../testing/fakeStaffServer.ts";
import { createTemporaryFolder, postJson, testSandbox } from "../testing/testSandbox.ts";
import { Kitchen } from "./Kitchen.ts";
import { TokenFile } from "./TokenFile.ts";

const pauses = { paid: 10, accepted: 10, preparing: 10, leaving: 10 };

type KitchenSetup = { staffServer: FakeStaffServer; inbox: Inbox; folder: string };

async function setUpKitchen(): Promise<KitchenSetup> {
  const inbox = new Inbox();
  return { staffServer: await fakeStaffServer(inbox), inbox, folder: await createTemporaryFolder() };
}

async function openKitchen({ staffServer, inbox, folder }: KitchenSetup): Promise<Kitchen> {
  const tokens = new TokenFile(join(folder, "kitchen.json"));
  const kitchen = new Kitchen({ appUrl: staffServer.url, inbox, tokens, pauses });
  await kitchen.setEnabled(true);
  onTestFinished(() => kitchen.setEnabled(false));
  return kitchen;
}

const allSteps = ["accepted", "preparing", "ready_for_pickup", "completed"];

test("orders paid before and after opening are completed step by step", async () => {
  const { staffServer, ...rest } = await setUpKitchen();
  staffServer.upsertOrder({ order_id: "early" });
  const kitchen = await openKitchen({ staffServer, ...rest });
  await expect.poll(() => staffServer.log).toEqual(["code", "login", ...allSteps.map((to) => `early ${to}`)]);
  staffServer.upsertOrder({ order_id: "late" });
  await expect.poll(() => staffServer.log.slice(6)).toEqual(allSteps.map((to) => `late ${to}`));
  expect(kitchen.state).toBe("working");
  // The fake server logs the step before the kitchen receives the response.
  await expect.poll(() => kitchen.steps[0]).toMatchObject({ code: "A1", to: "completed" });
});

test("an order with a refund request keeps its status", async () => {
  const { staffServer, ...rest } = await setUpKitchen();
  staffServer.upsertOrder({ order_id: "back", status: "preparing", refund_status: "requested" });
  staffServer.upsertOrder({ order_id: "other" });
  await openKitchen({ staffServer, ...rest });
  await expect.poll(() => staffServer.log.at(-1)).toBe("other completed");
  expect(staffServer.orders[0]?.status).toBe("preparing");
  staffServer.upsertOrder({ order_id: "back", refund_status: "rejected" });
  await expect.poll(() => staffServer.orders[0]?.status).toBe("completed");
});

test("the session is stored for the next start, and renewed when the server has ended it", async () => {
  const setup = await setUpKitchen();
  const first = await openKitchen(setup);
  await expect.poll(() => first.state).toBe("working");
  await first.setEnabled(false);
  const second = await openKitchen(setup);
  await expect.poll(() => second.state).toBe("working");
  expect(setup.staffServer.log).toEqual(["code", "login"]);
  setup.staffServer.revokeTokens();
  setup.staffServer.upsertOrder({ order_id: "next" });
  await expect.poll(() => setup.staffServer.orders[0]?.status).toBe("completed");
  expect(setup.staffServer.log.slice(2, 4)).toEqual(["code", "login"]);
});

test("after a break the stream resumes after the last event", async () => {
  const { staffServer, ...rest } = await setUpKitchen();
  await openKitchen({ staffServer, ...rest });
  await expect.poll(() => staffServer.streams).toEqual([""]);
  staffServer.upsertOrder({ order_id: "one" });
  await expect.poll(() => staffServer.orders[0]?.status).toBe("completed");
  staffServer.closeStreams();
  await expect.poll(() => staffServer.streams.length).toBe(2);
  expect(Number(staffServer.streams[1])).toBeGreaterThan(0);
});

test("requests a single code from a server that does not know the kitchen, then pauses", async () => {
  const { staffServer, ...rest } = await setUpKitchen();
  staffServer.isKitchenKnown = false;
  staffServer.upsertOrder({ order_id: "one" });
  const kitchen = await openKitchen({ staffServer, ...rest });
  await expect.poll(() => kitchen.state).toBe("unknown");
  expect(staffServer.log).toEqual(["code"]);
});

test("is closed in a sandbox by default, can be switched on, and waits for an unreachable server", async () => {
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
