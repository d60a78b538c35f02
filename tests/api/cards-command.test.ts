import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cardEndpoints as endpoints } from "#contract/card/endpoints.ts";
import { memberCardsCommand } from "#server/cli/member-cards.ts";
import { CliError } from "#server/platform/CliError.ts";
import { createBuyer } from "../support/api/buyers.ts";
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
  await memberCardsCommand(line.split(" "), {
    database: app.database,
    clock: app.clock,
    user: "wang",
    print: (text) => printed.push(text),
  });
  return printed;
}

/** Issues a card and returns it as printed for the operator. */
async function issueCard(line: string): Promise<{ number: string; pin: string }> {
  const [, number = "", pin = ""] = /^(\d{16}) {2}PIN (\d{6})$/.exec((await runCommand(line))[0] ?? "") ?? [];
  return { number, pin };
}

const listAuditEntries = async (number: string) =>
  await app.sql<{ actor: string; action: string }>(
    "select a.actor, a.action from audit_log a join cards c on c.id = a.target where c.number = $1 order by a.id",
    [number],
  );

test("issuing prints numbers with PINs that bind them", async () => {
  expect(await runCommand("issue 200 --count 3")).toHaveLength(3);
  const card = await issueCard("issue 88.5 --by li --note 新店");
  const buyer = await createBuyer(app);
  expect(await buyer.data(endpoints.bind, { body: card })).toMatchObject({ balance: 8_850 });
  expect(await listAuditEntries(card.number)).toEqual([{ actor: "operator:li", action: "card.issue" }]);
  expect((await runCommand("list"))[0]).toMatch(new RegExp(`^${card.number}  ¥88\\.50  held by 买家`));
});

test("the demo's cards are in the list, including an unbound one", async () => {
  const list = await runCommand("list");
  expect(list.filter((line) => /^8800100020003002 {2}¥100\.00 {2}free$/.test(line))).toHaveLength(1);
  expect(list.filter((line) => /^8800100020003001 {2}¥200\.00 {2}held by /.test(line))).toHaveLength(1);
});

test("adjusting requires a reason, and is shown after the earlier entries", async () => {
  const { number } = await issueCard("issue 10");
  await runCommand(`adjust ${number} --add 5 --note 补偿`);
  const shown = await runCommand(`adjust ${number} --take 14.99 --note 误充`);
  expect(shown.map((line) => line.replace(/^\S+Z/, "at"))).toEqual([
    `${number}  ¥0.01  free`,
    "at  adjust  ¥-14.99  → ¥0.01",
    "at  adjust  ¥5.00  → ¥15.00",
    "at  issue  ¥10.00  → ¥10.00",
  ]);
  await expect(runCommand(`adjust ${number} --take 0.02 --note 误充`)).rejects.toThrow(/less than nothing/);
  expect((await runCommand(`show ${number}`))[0]).toBe(`${number}  ¥0.01  free`);
});

test("a disabled card stays disabled", async () => {
  const { number } = await issueCard("issue 10");
  expect(await runCommand(`disable ${number}`)).toEqual([`Card ${number} is disabled.`]);
  await expect(runCommand(`disable ${number}`)).rejects.toThrow(/disabled already/);
  expect((await runCommand(`show ${number}`))[0]).toBe(`${number}  ¥10.00  disabled`);
  expect((await listAuditEntries(number)).map(({ action }) => action)).toEqual([
    "card.issue",
    "card.disable",
  ]);
});

describe("invalid operations", () => {
  test.each([
    ["", /^Usage/],
    ["sell 10", /^Usage/],
    ["show", /^Usage/],
    ["list more", /^Usage/],
    ["issue", /^Usage/],
    ["issue 0", /must be an amount/],
    ["issue 10.001", /must be an amount/],
    ["issue 10001", /must be an amount/],
    ["issue ten", /must be an amount/],
    ["issue 10 --count 51", /--count must be/],
    ["issue 10 --price 5", /--price/],
    ["show 8800", /There is no card 8800/],
    ["adjust 8800 --add 1 --note x", /There is no card 8800/],
    ["adjust 8800 --add 1", /Say why/],
    ["adjust 8800 --note x", /either --add or --take/],
    ["adjust 8800 --add 1 --take 1 --note x", /either --add or --take/],
    ["disable 8800", /There is no card 8800/],
  ])("%j is answered with a sentence", async (line, sentence) => {
    const failure = await runCommand(line).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CliError);
    expect((failure as CliError).message).toMatch(sentence);
  });
});
