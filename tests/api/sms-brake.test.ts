import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffEventsPath } from "#contract/live.ts";
import { serviceAuthEndpoints } from "#contract/service-auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { solveProof } from "#web/shared/login/solveProof.ts";
import { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { newMember } from "../support/api/kitchen.ts";
import { logIn, messagesTo, type Phone } from "../support/api/login.ts";
import { codeFor, newPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { startTwin } from "../support/api/twin.ts";

const minute = 60_000;
const shop = 5;
const staffPhone = "13900000003";
const calls = { customer: userEndpoints.sendCode, staff: serviceAuthEndpoints.sendCode };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { SMS_SHOP_TEN_MINUTES: String(shop) } });
  // Time only goes on in this file.
  app.clock.freeze();
});

beforeEach(async () => {
  app.clock.pass(60 * minute);
  for (let n = 0; n < shop; n++) expect((await ask(newPhone())).status).toBe(200);
});

afterAll(async () => {
  await app.close();
});

function ask({ phone, ip }: Phone, proof?: string, { who = "customer", server = app.server } = {}) {
  const body = { phone, ...(proof !== undefined && { proof }) };
  return new Client(server).call(who === "staff" ? calls.staff : calls.customer, { body, ip });
}

type Challenge = Parameters<typeof solveProof>[0];

/** The task that stands before the next message to this number. */
async function taskFor(phone: Phone, who = "customer"): Promise<Challenge> {
  const refused = await ask(phone, undefined, { who });
  expect(refused).toMatchObject({
    status: 429,
    error: "proof_required",
    msg: "当前获取验证码的人较多，请稍后再试",
    headers: { "retry-after": "60" },
  });
  return (refused.data as unknown as { challenge: Challenge }).challenge;
}

describe("when many messages have left in ten minutes, whoever asked for them", () => {
  test("each further one needs work first, and with it a customer logs in", async () => {
    for (const phone of [newPhone(), newPhone()]) {
      const task = await taskFor(phone);
      expect(await messagesTo(app, phone.phone)).toBe(0);
      expect((await ask(phone, await solveProof(task))).status).toBe(200);
      expect((await logIn(app, phone, await codeFor(app, phone.phone))).status).toBe(200);
    }
  });

  test("the same for staff, and for a number that is not on the list alike", async () => {
    const [listed, stranger] = [{ phone: staffPhone, ip: newPhone().ip }, newPhone()];
    for (const phone of [listed, stranger]) {
      const proof = await solveProof(await taskFor(phone, "staff"));
      expect((await ask(phone, proof, { who: "staff" })).status).toBe(200);
    }
    await expect.poll(() => messagesTo(app, staffPhone)).toBe(1);
    expect(await messagesTo(app, stranger.phone)).toBe(0);
  });

  test("any process takes the proof of a task that another one gave", async () => {
    const twin = await startTwin(app);
    const phone = newPhone();
    const proof = await solveProof(await taskFor(phone));
    expect((await ask(phone, proof, { server: twin.server })).status).toBe(200);
    await twin.close();
  });

  test("a number's own limits come first, so that nobody works for nothing", async () => {
    const phone = newPhone();
    await ask(phone, await solveProof(await taskFor(phone)));
    expect(await ask(phone)).toMatchObject({ status: 429, error: "rate_limited" });
  });

  test("it is over when fewer have left in ten minutes", async () => {
    app.clock.pass(10 * minute);
    expect((await ask(newPhone())).status).toBe(200);
  });
});

describe("a proof is refused", () => {
  async function expectRefused(phone: Phone, proof: string, who = "customer"): Promise<void> {
    expect(await ask(phone, proof, { who })).toMatchObject({ status: 429, error: "proof_required" });
    expect(await messagesTo(app, phone.phone)).toBe(0);
  }

  test("for a second message, also when both are asked for at once", async () => {
    const phone = newPhone();
    const proof = await solveProof(await taskFor(phone));
    const both = await Promise.all([ask(phone, proof), ask(phone, proof)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    app.clock.pass(minute + 1);
    expect(await ask(phone, proof)).toMatchObject({ status: 429, error: "proof_required" });
    expect(await messagesTo(app, phone.phone)).toBe(1);
  });

  test("for another number or purpose than its task was given for", async () => {
    const [mine, other] = [newPhone(), newPhone()];
    const proof = await solveProof(await taskFor(mine));
    await expectRefused(other, proof);
    await expectRefused(mine, proof, "staff");
  });

  test("after five minutes", async () => {
    const phone = newPhone();
    const proof = await solveProof(await taskFor(phone));
    app.clock.pass(5 * minute);
    await expectRefused(phone, proof);
  });

  test("when the task is not this shop's, was changed, or was not solved", async () => {
    const phone = newPhone();
    const task = await taskFor(phone);
    const { solution } = JSON.parse(await solveProof(task));
    const { parameters } = task;
    for (const forged of [
      { challenge: { ...task, signature: "0".repeat(64) }, solution },
      { challenge: { parameters }, solution },
      { challenge: { ...task, parameters: { ...parameters, keySignature: "00" } }, solution },
      { challenge: { ...task, parameters: { ...parameters, cost: 1, keyPrefix: "00" } }, solution },
      { challenge: task, solution: { ...solution, derivedKey: parameters.keyPrefix.padEnd(64, "0") } },
      { challenge: task, solution: null },
      { challenge: null, solution },
      {},
    ])
      await expectRefused(phone, JSON.stringify(forged));
    for (const text of ["{", "[]", "null", "1", `${"[".repeat(1_000)}${"]".repeat(1_000)}`])
      await expectRefused(phone, text);
    expect((await ask(phone, await solveProof(task))).status).toBe(200);
  });
});

describe("the head office", () => {
  test("is told once an episode, live and in the log of what happened", async () => {
    const told = { messages: shop, minutes: 10 };
    const alarm = { kind: "sms_brake", ...told };
    const entries = () =>
      app.sql("select actor, target, detail from audit_log where action = 'sms.brake' order by id");
    const before = (await entries()).length;
    const { token } = await newMember(app, "admin");
    const stream = await EventReader.open(app.url, token, undefined, staffEventsPath);
    const tellings = () => stream.ofStaff("office_alarm");
    await expect.poll(() => stream.events.length).toBeGreaterThan(0);
    await Promise.all([newPhone(), newPhone(), newPhone()].map((phone) => taskFor(phone)));
    // The brake goes on acting, so that the episode does too.
    for (let n = 0; n < 3; n++) {
      app.clock.pass(5 * minute);
      for (let sent = 0; sent < 3; sent++) {
        const phone = newPhone();
        const refused = await ask(phone);
        if (refused.status === 429)
          await ask(phone, await solveProof((refused.data as unknown as { challenge: Challenge }).challenge));
      }
      await taskFor(newPhone());
    }
    expect((await entries()).slice(before)).toEqual([{ actor: "system", target: "sms", detail: told }]);
    app.clock.pass(10 * minute);
    for (let n = 0; n < shop; n++) expect((await ask(newPhone())).status).toBe(200);
    await taskFor(newPhone());
    expect((await entries()).length).toBe(before + 2);
    await expect.poll(tellings).toEqual([alarm, alarm]);
    stream.close();
  });
});
