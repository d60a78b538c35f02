import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressCalls } from "../support/api/specification/addressCalls.ts";
import { chatCalls, serviceAuthCalls } from "../support/api/specification/chatCalls.ts";
import { inviteCalls } from "../support/api/specification/inviteCalls.ts";
import { orderCalls } from "../support/api/specification/orderCalls.ts";
import { restaurantCalls } from "../support/api/specification/restaurantCalls.ts";
import { SpecificationClient } from "../support/api/specification/SpecificationClient.ts";
import { userCalls } from "../support/api/specification/userCalls.ts";
import type { World } from "../support/api/specification/world.ts";
import { startTestApp } from "../support/api/testApp.ts";

const groups = [
  { group: "user", calls: userCalls, size: 7 },
  { group: "address", calls: addressCalls, size: 6 },
  { group: "restaurant and menu", calls: restaurantCalls, size: 8 },
  { group: "service auth", calls: serviceAuthCalls, size: 3 },
  { group: "order", calls: orderCalls, size: 8 },
  { group: "invite", calls: inviteCalls, size: 6 },
  { group: "chat", calls: chatCalls, size: 7 },
];

let world: World;

beforeAll(async () => {
  const app = await startTestApp();
  world = { app, client: new SpecificationClient(app.url), userId: "", addressId: "", orderId: "" };
});

afterAll(async () => {
  await world.app.close();
});

describe.each(groups)("the specification's own client: $group", ({ calls, size }) => {
  test.each(calls)("$name", async ({ run }) => {
    await run(world);
  });

  test("is complete", () => {
    expect(calls).toHaveLength(size);
  });
});

test("45 different calls were made", () => {
  expect(world.client.called.size).toBe(45);
});
