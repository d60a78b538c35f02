import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withdrawalEndpoints as endpoints } from "#contract/withdrawal/endpoints.ts";
import { withdrawalsCommand } from "#server/cli/withdrawals.ts";
import { CliError } from "#server/platform/CliError.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import { addPoints } from "../support/api/invites.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let customer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  customer = await createBuyer(app);
  await addPoints(app, customer.userId, 3_000, "invite");
});

afterAll(async () => {
  await app.close();
});

/** Runs a command line as the operator wang and returns the printed lines. */
async function runCommand(line: string): Promise<string[]> {
  const printed: string[] = [];
  await withdrawalsCommand(line.split(" "), {
    database: app.database,
    clock: app.clock,
    user: "wang",
    print: (text) => printed.push(text),
  });
  return printed;
}

async function createWithdrawal(): Promise<string> {
  const body = { points: 1_234, client_key: createIdempotencyKey() };
  return (await customer.data(endpoints.withdraw, { body })).withdrawal_id;
}

const getShownWithdrawal = async () => (await customer.data(endpoints.list)).list[0];
const listAuditEntries = (id: string) =>
  app.sql("select actor, action, detail from audit_log where target = $1 order by id", [id]);

test("pending withdrawals are listed with amounts and recipients", async () => {
  const id = await createWithdrawal();
  const line = (await runCommand("list")).find((item) => item.startsWith(id));
  expect(line).toMatch(/ 1234 points {2}¥12\.34 {2}买家\d+ 159\*{4}\d{4}$/);
  await runCommand(`pay ${id}`);
  expect((await runCommand("list")).filter((item) => item.startsWith(id))).toEqual([]);
});

test("paying is logged under the operator's name, and happens once", async () => {
  const id = await createWithdrawal();
  expect(await runCommand(`pay ${id}`)).toEqual([`Withdrawal ${id} is paid.`]);
  expect(await getShownWithdrawal()).toMatchObject({ status: "paid" });
  await expect(runCommand(`pay ${id}`)).rejects.toThrow(/was decided before/);
  await expect(runCommand(`reject ${id} 晚了`)).rejects.toThrow(/was decided before/);
  expect(await listAuditEntries(id)).toEqual([
    { actor: "operator:wang", action: "withdrawal.paid", detail: { user: customer.userId, points: 1_234 } },
  ]);
});

test("rejecting returns the points with the whole reason", async () => {
  const id = await createWithdrawal();
  expect(await runCommand(`reject ${id} 账户 信息不符`)).toEqual([`Withdrawal ${id} is rejected.`]);
  expect(await getShownWithdrawal()).toMatchObject({ status: "rejected", reason: "账户 信息不符" });
  expect((await customer.data(endpoints.list)).rules.withdrawable).toBe(3_000);
});

test("a customer with a negative balance is not paid", async () => {
  const id = await createWithdrawal();
  await addPoints(app, customer.userId, -2_000, "reverse", "invite:a-meal");
  await expect(runCommand(`pay ${id}`)).rejects.toThrow(/owes points/);
});

test.each([
  ["", /^Usage/],
  ["list all", /^Usage/],
  ["pay", /^Usage/],
  ["pay one two", /^Usage/],
  ["reject one", /^Usage/],
  ["reject one  ", /^Usage/],
  [`reject one ${"长".repeat(101)}`, /at most 100/],
  ["pay nobody", /nobody is unknown/],
  ["grant one", /^Usage/],
])("%j is answered with a sentence", async (line, sentence) => {
  const failure = await runCommand(line).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CliError);
  expect((failure as CliError).message).toMatch(sentence);
});
