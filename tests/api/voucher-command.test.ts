import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { vouchersCommand } from "#server/cli/vouchers.ts";
import { CliError } from "#server/platform/CliError.ts";
import { createBuyer } from "../support/api/buyers.ts";
import { voucherOrderForm } from "../support/api/inStore.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

/** Runs a command line as the operator wang and returns the printed lines. */
async function runCommand(line: string): Promise<string[]> {
  const printed: string[] = [];
  await vouchersCommand(line.split(" "), {
    database: app.database,
    clock: app.clock,
    publicUrl: "https://shidan.example",
    user: "wang",
    print: (text) => printed.push(text),
  });
  return printed;
}

function readVoucherId(link: string | undefined): string {
  return new URL(link ?? "").searchParams.get("third_party_order_id") ?? "";
}

const listAuditEntries = async (id: string) =>
  await app.sql<{ actor: string; action: string }>(
    "select actor, action from audit_log where target = $1 order by id",
    [id],
  );

test("issuing prints a link for each voucher, which can be redeemed", async () => {
  const links = await runCommand("issue 10205 --count 3 --days 7 --partner 邻里团购 --title 单人餐");
  expect(links).toHaveLength(3);
  expect(links[0]).toMatch(/^https:\/\/shidan\.example\/self-service\?third_party_order_id=[\w-]{22}$/);
  expect(new Set(links).size).toBe(3);
  const buyer = await createBuyer(app);
  const body = voucherOrderForm(readVoucherId(links[0]));
  expect(await buyer.data(endpoints.create, { body })).toMatchObject({ status: "paid", total_amount: 0 });
});

test("a voucher of several dishes is named after them, and shown in full", async () => {
  const id = readVoucherId((await runCommand("issue 10205:2 102011 --by li"))[0]);
  const shown = JSON.parse((await runCommand(`show ${id}`)).join("\n"));
  expect(shown).toMatchObject({
    third_party_order_id: id,
    status: "issued",
    partner: "合作商户",
    items: [
      { id: "10205", quantity: 2 },
      { id: "102011", quantity: 1 },
    ],
  });
  expect(shown.title).toMatch(/^滑蛋虾仁饭×2，招牌卤肉饭（标准）×1$/);
  expect(await listAuditEntries(id)).toEqual([{ actor: "operator:li", action: "voucher.issue" }]);
});

test("the demo's vouchers are in the list with their links, and one of them has expired", async () => {
  const fresh = readVoucherId((await runCommand("issue 10205"))[0]);
  const list = await runCommand("list");
  expect(list[0]).toMatch(
    new RegExp(`^issued +https://shidan\\.example/self-service\\?.*=${fresh}  滑蛋虾仁饭×1$`),
  );
  expect(list.filter((line) => line.startsWith("expired"))).toHaveLength(1);
  expect(list.filter((line) => line.endsWith("双人餐"))).toHaveLength(1);
});

describe("ending a voucher", () => {
  test("is logged, and happens once", async () => {
    const id = readVoucherId((await runCommand("issue 10205"))[0]);
    expect(await runCommand(`void ${id}`)).toEqual([`Voucher ${id} is void.`]);
    await expect(runCommand(`void ${id}`)).rejects.toThrow(`Voucher ${id} is void and stays so.`);
    expect(await listAuditEntries(id)).toEqual([
      { actor: "operator:wang", action: "voucher.issue" },
      { actor: "operator:wang", action: "voucher.void" },
    ]);
  });

  test("that is redeemed is refused", async () => {
    const id = readVoucherId((await runCommand("issue 10205"))[0]);
    await (await createBuyer(app)).data(endpoints.create, { body: voucherOrderForm(id) });
    await expect(runCommand(`void ${id}`)).rejects.toThrow(/is redeemed and stays so/);
  });
});

test.each([
  ["", /^Usage/],
  ["sell 10205", /^Usage/],
  ["show", /^Usage/],
  ["list more", /^Usage/],
  ["issue", /1 to 50 dishes/],
  ["issue 10205 10205", /each once/],
  ["issue 99999", /No store serves dish 99999/],
  ["issue 10205:0", /1 to 99 portions/],
  ["issue 10205:two", /"10205:two" is no dish/],
  ["issue 10205 --count 0", /--count must be/],
  ["issue 10205 --days many", /--days must be/],
  ["issue 10205 --price 5", /--price/],
  ["show nobody", /There is no voucher nobody/],
  ["void nobody", /There is no voucher nobody/],
])("%j is answered with a sentence", async (line, sentence) => {
  const failure = await runCommand(line).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CliError);
  expect((failure as CliError).message).toMatch(sentence);
});
