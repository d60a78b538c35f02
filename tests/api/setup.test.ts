import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { staffAuthEndpoints as endpoints } from "#contract/staff/auth/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createPhone } from "../support/api/people.ts";
import { createAdmin } from "../support/api/secondFactor.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
let app: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ log: (line) => lines.push(line) });
  app.clock.freeze();
});

// Each test begins with a system without administrators, and after the end of earlier codes.
beforeEach(async () => {
  await app.sql("update staff set disabled_at = now() where role = 'admin'");
  app.clock.advance(16 * minute);
  lines.length = 0;
});

afterAll(async () => {
  await app.close();
});

const visitor = () => new Client(app.server);
const requestCode = () => visitor().call(endpoints.requestSetupCode);
const setUp = (code: string, form: object = {}) =>
  visitor().call(endpoints.setUp, {
    body: { code, name: "张敏", phone: createPhone().phone, ...form },
    ip: createPhone().ip,
  });
const codesIn = (log: readonly string[]) =>
  log.flatMap((line) => [...line.matchAll(/enter (\w{5}-\w{5})/g)].map((match) => match[1] ?? ""));

/** Requests a code and returns it as the operator reads it in the log. */
async function readCode(): Promise<string> {
  expect((await requestCode()).status).toBe(200);
  return codesIn(lines).at(-1) ?? "";
}

test("who reads the code in the log is the first administrator, logged in, and the only one", async () => {
  expect(await visitor().data(endpoints.setupStatus)).toEqual({ is_needed: true });
  const code = await readCode();
  const { status, data } = await setUp(` ${code.toLowerCase()} `);
  expect(status).toBe(200);
  expect(data.staff).toMatchObject({ name: "张敏", role: "admin", restaurant_id: null, restaurants: [] });
  expect((await new Client(app.server, data.token).call(endpoints.info)).status).toBe(200);
  expect(await visitor().data(endpoints.setupStatus)).toEqual({ is_needed: false });
  expect(await setUp(code)).toMatchObject({ status: 409, msg: "已经有管理员了，请直接登录" });
  expect(await requestCode()).toMatchObject({ status: 409 });
  const [entry] = await app.sql("select actor, action from audit_log order by id desc offset 1 limit 1");
  expect(entry).toEqual({ actor: "system", action: "staff.add" });
});

test("a server that starts without administrators prints the code and the command", async () => {
  const printed: string[] = [];
  const { config, database, clock } = app;
  const stream = { write: (line: string) => void printed.push(line) };
  /** Starts and ends another server; waits until it has looked for administrators. */
  const start = async () => {
    const { server } = await buildApp({ config, database, clock, logger: { level: "warn", stream } });
    await new Promise<void>((resolve, reject) => {
      server.addHook("onListen", async () => resolve());
      server.listen({ host: "127.0.0.1", port: 0 }).catch(reject);
    });
    await server.close();
  };
  await start();
  expect(codesIn(printed)).toHaveLength(1);
  expect(printed.join("")).toContain("npm run admin -- add");
  expect(printed.join("")).toContain(`${config.publicUrl}/admin/setup`);
  // A code that is still valid is not replaced, so that it can be typed in.
  await start();
  expect(codesIn(printed)).toHaveLength(1);
  await createAdmin(app);
  app.clock.advance(16 * minute);
  await start();
  expect(codesIn(printed)).toHaveLength(1);
});

test("a code is valid for fifteen minutes", async () => {
  const code = await readCode();
  app.clock.advance(15 * minute);
  expect(await setUp(code)).toMatchObject({ status: 401, msg: "一次性代码不正确或已过期" });
  const next = await readCode();
  app.clock.advance(15 * minute - 1);
  expect((await setUp(next)).status).toBe(200);
});

test("after five wrong codes the right one is refused, and a new one can be requested", async () => {
  const code = await readCode();
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await setUp("AAAAA-AAAAA")).toMatchObject({ status: 401, error: "bad_code" });
  expect((await setUp(code)).status).toBe(401);
  const next = await readCode();
  expect(next).not.toBe(code);
  expect((await setUp(next)).status).toBe(200);
});

test("wrong input neither uses the code up nor adds anybody", async () => {
  const code = await readCode();
  expect(await setUp(code, { phone: "12" })).toMatchObject({ status: 400, msg: "手机号格式不正确" });
  expect(await setUp(code, { name: " " })).toMatchObject({ status: 400, msg: "请输入姓名" });
  expect((await setUp(code)).status).toBe(200);
});

test("of many at the same time with the right code one becomes administrator", async () => {
  const code = await readCode();
  const answers = await Promise.all(Array.from({ length: 8 }, () => setUp(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(
    await app.sql("select count(*)::int as n from staff where role = 'admin' and disabled_at is null"),
  ).toEqual([{ n: 1 }]);
});

test("a dismissed administrator can be the first one again", async () => {
  const { phone } = await createAdmin(app);
  await app.sql("update staff set disabled_at = now() where phone = $1", [phone]);
  expect((await setUp(await readCode(), { phone })).status).toBe(200);
  expect((await createStaffClient(app, "admin")).id).toBeTruthy();
});
