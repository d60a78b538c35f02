import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import { VoucherError } from "#server/modules/voucher/VoucherError.ts";
import { voucherCommand } from "#server/voucherCommand.ts";
import { newBuyer } from "../support/api/buyers.ts";
import { voucherWish } from "../support/api/inStore.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

/** What the command prints for a line typed by an operator called wang. */
async function run(line: string): Promise<string[]> {
  const printed: string[] = [];
  await voucherCommand(line.split(" "), {
    database: app.database,
    clock: app.clock,
    publicUrl: "https://shidan.example",
    user: "wang",
    print: (text) => printed.push(text),
  });
  return printed;
}

function idOf(link: string | undefined): string {
  return new URL(link ?? "").searchParams.get("third_party_order_id") ?? "";
}

const trail = async (id: string) =>
  await app.sql<{ actor: string; action: string }>(
    "select actor, action from audit_log where target = $1 order by id",
    [id],
  );

test("issuing prints a link for each voucher, which can be redeemed", async () => {
  const links = await run("issue 10205 --count 3 --days 7 --partner 邻里团购 --title 单人餐");
  expect(links).toHaveLength(3);
  expect(links[0]).toMatch(/^https:\/\/shidan\.example\/self-service\?third_party_order_id=[\w-]{22}$/);
  expect(new Set(links).size).toBe(3);
  const buyer = await newBuyer(app);
  const body = voucherWish(idOf(links[0]));
  expect(await buyer.data(calls.create, { body })).toMatchObject({ status: "paid", total_amount: 0 });
});

test("a voucher of several dishes is called after them, and shown in full", async () => {
  const id = idOf((await run("issue 10205:2 102011 --by li"))[0]);
  const shown = JSON.parse((await run(`show ${id}`)).join("\n"));
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
  expect(await trail(id)).toEqual([{ actor: "operator:li", action: "voucher.issue" }]);
});

test("the demo's vouchers are in the list with their links, and one of them is over", async () => {
  const fresh = idOf((await run("issue 10205"))[0]);
  const list = await run("list");
  expect(list[0]).toMatch(
    new RegExp(`^issued +https://shidan\\.example/self-service\\?.*=${fresh}  滑蛋虾仁饭×1$`),
  );
  expect(list.filter((line) => line.startsWith("expired"))).toHaveLength(1);
  expect(list.filter((line) => line.endsWith("双人餐"))).toHaveLength(1);
});

describe("ending a voucher", () => {
  test("is written down, and happens once", async () => {
    const id = idOf((await run("issue 10205"))[0]);
    expect(await run(`void ${id}`)).toEqual([`Voucher ${id} is void.`]);
    await expect(run(`void ${id}`)).rejects.toThrow(`Voucher ${id} is void and stays so.`);
    expect(await trail(id)).toEqual([
      { actor: "operator:wang", action: "voucher.issue" },
      { actor: "operator:wang", action: "voucher.void" },
    ]);
  });

  test("that is redeemed is refused", async () => {
    const id = idOf((await run("issue 10205"))[0]);
    await (await newBuyer(app)).data(calls.create, { body: voucherWish(id) });
    await expect(run(`void ${id}`)).rejects.toThrow(/is redeemed and stays so/);
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
  const failure = await run(line).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(VoucherError);
  expect((failure as VoucherError).message).toMatch(sentence);
});
