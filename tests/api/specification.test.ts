import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressCases } from "../support/api/specification/addressCases.ts";
import { chatCases, staffAuthCases } from "../support/api/specification/chatCases.ts";
import { inviteCases } from "../support/api/specification/inviteCases.ts";
import { orderCases } from "../support/api/specification/orderCases.ts";
import { restaurantCases } from "../support/api/specification/restaurantCases.ts";
import { SpecificationClient } from "../support/api/specification/SpecificationClient.ts";
import type { SpecificationContext } from "../support/api/specification/SpecificationContext.ts";
import { userCases } from "../support/api/specification/userCases.ts";
import { startTestApp } from "../support/api/testApp.ts";

const caseGroups = [
  { group: "user", calls: userCases, size: 7 },
  { group: "address", calls: addressCases, size: 6 },
  { group: "restaurant and menu", calls: restaurantCases, size: 8 },
  { group: "service auth", calls: staffAuthCases, size: 3 },
  { group: "order", calls: orderCases, size: 8 },
  { group: "invite", calls: inviteCases, size: 6 },
  { group: "chat", calls: chatCases, size: 7 },
];

let context: SpecificationContext;

beforeAll(async () => {
  const app = await startTestApp();
  context = { app, client: new SpecificationClient(app.url), userId: "", addressId: "", orderId: "" };
});

afterAll(async () => {
  await context.app.close();
});

describe.each(caseGroups)("the specification's own client: $group", ({ calls, size }) => {
  test.each(calls)("$name", async ({ run }) => {
    await run(context);
  });

  test("is complete", () => {
    expect(calls).toHaveLength(size);
  });
});

test("45 different endpoints were called", () => {
  expect(context.client.called.size).toBe(45);
});
