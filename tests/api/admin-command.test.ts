import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminCommand } from "#server/cli/admin.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let phone: string;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(() => {
  phone = createPhone().phone;
});

afterAll(async () => {
  await app.close();
});

/** Runs a command line as the operator wang and returns the printed lines. */
async function runCommand(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  await adminCommand(args, {
    database: app.database,
    clock: app.clock,
    user: "wang",
    print: (line) => printed.push(line),
  });
  return printed;
}

const findLine = async (...args: string[]) =>
  (await runCommand("list", ...args)).find((line) => line.startsWith(phone));

test("a member is added, moved, dismissed and taken back, under the operator's name", async () => {
  expect(await runCommand("add", phone, "--name", "张敏", "--role", "admin")).toEqual([
    `张敏 is admin and can log in with ${phone} at /admin.`,
  ]);
  expect(await findLine()).toBe(`${phone}  张敏  admin  never logged in`);
  expect(await runCommand("role", phone, "--role", "store", "--restaurant", "SH001")).toEqual([
    "张敏 is store now.",
  ]);
  expect(await runCommand("store", phone, "--restaurant", "SH002")).toEqual([
    "张敏 works at 食单·上海体育馆店 now.",
  ]);
  expect(await findLine()).toBe(`${phone}  张敏  store of SH002  never logged in`);
  for (const several of [
    ["--restaurant", "SH002, SH001"],
    ["--restaurant", "SH001", "--restaurant", "SH002"],
  ])
    expect(await runCommand("store", phone, ...several)).toEqual([
      "张敏 works at 食单·徐家汇店, 食单·上海体育馆店 now.",
    ]);
  expect(await findLine()).toBe(`${phone}  张敏  store of SH001, SH002  never logged in`);
  expect(await runCommand("dismiss", phone)).toEqual(["张敏 is dismissed, and logged out everywhere."]);
  expect(await findLine()).toBeUndefined();
  expect(await findLine("--dismissed")).toContain("张敏");
  await runCommand("add", phone, "--name", "张敏", "--role", "agent", "--by", "chen");
  expect(await findLine()).toContain("agent");
  const audit = await app.sql(
    "select actor, action from audit_log where target = (select id from staff where phone = $1) order by id",
    [phone],
  );
  expect(audit).toEqual([
    { actor: "operator:wang", action: "staff.add" },
    { actor: "operator:wang", action: "staff.update" },
    { actor: "operator:wang", action: "staff.update" },
    { actor: "operator:wang", action: "staff.update" },
    { actor: "operator:wang", action: "staff.dismiss" },
    { actor: "operator:chen", action: "staff.return" },
  ]);
});

test("sessions are shown and ended", async () => {
  await runCommand("add", phone, "--name", "张敏", "--role", "agent");
  expect(await runCommand("sessions", phone)).toEqual(["张敏 is not logged in."]);
  const [member] = await app.sql<{ id: string }>("select id from staff where phone = $1", [phone]);
  await createToken(app, "staff", member?.id ?? "");
  expect(await runCommand("sessions", phone)).toEqual([expect.stringMatching(/logged in .*, last seen /)]);
  expect(await runCommand("sessions", phone, "--end")).toEqual(["1 sessions of 张敏 are ended."]);
  expect(await runCommand("sessions", phone)).toEqual(["张敏 is not logged in."]);
});

test.each([
  [[], /^Usage/],
  [["list", "13900000001"], /^Usage/],
  [["add"], /^Usage/],
  [["add", "12", "--name", "x", "--role", "admin"], /^Usage/],
  [["fire", "13900000001"], /^Usage/],
  [["list", "--unknown"], /Unknown option[\s\S]*Usage/],
  [["add", "13900000001", "--role", "admin"], /^Say with --name/],
  [["add", "13900000001", "--name", "x", "--role", "boss"], /^Say with --role/],
  [["add", "13900000001", "--name", "x", "--role", "store"], /^Say with --restaurant/],
  [["add", "13900000001", "--name", "x", "--role", "admin"], /已登记给/],
  [["store", "13900000001", "--restaurant", "SH001"], /only the role store has restaurants/],
  [["role", "13900000001"], /^Say with --role/],
  [["store", "13900000002", "--restaurant", ","], /^Say with --restaurant/],
  [["store", "13900000002", "--restaurant", "SH001,NOWHERE"], /没有编号为 NOWHERE 的门店/],
  [["dismiss", "13999999999"], /^No member of staff/],
])("refuses %j with a sentence", async (args, message) => {
  await expect(runCommand(...args)).rejects.toThrow(message);
});
