import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffEventsPath } from "#contract/events.ts";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { solveProof } from "#web/lib/login/solveProof.ts";
import { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { countMessages, login, type TestPhone } from "../support/api/login.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createPhone, readLatestCode } from "../support/api/people.ts";
import { startSecondServer } from "../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const totalLimit = 5;
const staffPhone = "13900000003";
const endpoints = { customer: userEndpoints.sendCode, staff: staffAuthEndpoints.sendCode };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { SMS_SHOP_TEN_MINUTES: String(totalLimit) } });
  // The clock only advances in this file.
  app.clock.freeze();
});

beforeEach(async () => {
  app.clock.advance(60 * minute);
  for (let n = 0; n < totalLimit; n++) expect((await requestCode(createPhone())).status).toBe(200);
});

afterAll(async () => {
  await app.close();
});

function requestCode(
  { phone, ip }: TestPhone,
  proof?: string,
  { who = "customer", server = app.server } = {},
) {
  const body = { phone, ...(proof !== undefined && { proof }) };
  return new Client(server).call(who === "staff" ? endpoints.staff : endpoints.customer, { body, ip });
}

type Challenge = Parameters<typeof solveProof>[0];

/** Returns the challenge required before the next message to this number. */
async function getChallenge(phone: TestPhone, who = "customer"): Promise<Challenge> {
  const refused = await requestCode(phone, undefined, { who });
  expect(refused).toMatchObject({
    status: 429,
    error: "proof_required",
    msg: "当前获取验证码的人较多，请稍后再试",
    headers: { "retry-after": "60" },
  });
  return (refused.data as unknown as { challenge: Challenge }).challenge;
}

describe("when many messages were sent in ten minutes, by any clients", () => {
  test("each further one needs a proof of work first, and with it a customer logs in", async () => {
    for (const phone of [createPhone(), createPhone()]) {
      const task = await getChallenge(phone);
      expect(await countMessages(app, phone.phone)).toBe(0);
      expect((await requestCode(phone, await solveProof(task))).status).toBe(200);
      expect((await login(app, phone, await readLatestCode(app, phone.phone))).status).toBe(200);
    }
  });

  test("the same holds for staff, and for an unlisted number alike", async () => {
    const [listed, stranger] = [{ phone: staffPhone, ip: createPhone().ip }, createPhone()];
    for (const phone of [listed, stranger]) {
      const proof = await solveProof(await getChallenge(phone, "staff"));
      expect((await requestCode(phone, proof, { who: "staff" })).status).toBe(200);
    }
    await expect.poll(() => countMessages(app, staffPhone)).toBe(1);
    expect(await countMessages(app, stranger.phone)).toBe(0);
  });

  test("any process accepts the proof of a challenge that another one issued", async () => {
    const secondServer = await startSecondServer(app);
    const phone = createPhone();
    const proof = await solveProof(await getChallenge(phone));
    expect((await requestCode(phone, proof, { server: secondServer.server })).status).toBe(200);
    await secondServer.close();
  });

  test("a number's own limits are checked first, so that no work is wasted", async () => {
    const phone = createPhone();
    await requestCode(phone, await solveProof(await getChallenge(phone)));
    expect(await requestCode(phone)).toMatchObject({ status: 429, error: "rate_limited" });
  });

  test("it ends when fewer were sent in ten minutes", async () => {
    app.clock.advance(10 * minute);
    expect((await requestCode(createPhone())).status).toBe(200);
  });
});

describe("a proof is refused", () => {
  async function expectRefused(phone: TestPhone, proof: string, who = "customer"): Promise<void> {
    expect(await requestCode(phone, proof, { who })).toMatchObject({ status: 429, error: "proof_required" });
    expect(await countMessages(app, phone.phone)).toBe(0);
  }

  test("for a second message, also when both are requested concurrently", async () => {
    const phone = createPhone();
    const proof = await solveProof(await getChallenge(phone));
    const both = await Promise.all([requestCode(phone, proof), requestCode(phone, proof)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    app.clock.advance(minute + 1);
    expect(await requestCode(phone, proof)).toMatchObject({ status: 429, error: "proof_required" });
    expect(await countMessages(app, phone.phone)).toBe(1);
  });

  test("for another number or purpose than its challenge was issued for", async () => {
    const [mine, other] = [createPhone(), createPhone()];
    const proof = await solveProof(await getChallenge(mine));
    await expectRefused(other, proof);
    await expectRefused(mine, proof, "staff");
  });

  test("after five minutes", async () => {
    const phone = createPhone();
    const proof = await solveProof(await getChallenge(phone));
    app.clock.advance(5 * minute);
    await expectRefused(phone, proof);
  });

  test("when the challenge is not this app's, was changed, or was not solved", async () => {
    const phone = createPhone();
    const task = await getChallenge(phone);
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
    expect((await requestCode(phone, await solveProof(task))).status).toBe(200);
  });
});

describe("admins", () => {
  test("are alerted once per episode, live and in the audit log", async () => {
    const notified = { messages: totalLimit, minutes: 10 };
    const alarm = { kind: "sms_brake", ...notified };
    const entries = () =>
      app.sql("select actor, target, detail from audit_log where action = 'sms.brake' order by id");
    const before = (await entries()).length;
    const { token } = await createStaffClient(app, "admin");
    const stream = await EventReader.open(app.url, token, undefined, staffEventsPath);
    const listAlarms = () => stream.listStaffEvents("office_alarm");
    await expect.poll(() => stream.events.length).toBeGreaterThan(0);
    await Promise.all([createPhone(), createPhone(), createPhone()].map((phone) => getChallenge(phone)));
    // The brake stays active, so that the episode continues.
    for (let n = 0; n < 3; n++) {
      app.clock.advance(5 * minute);
      for (let sent = 0; sent < 3; sent++) {
        const phone = createPhone();
        const refused = await requestCode(phone);
        if (refused.status === 429)
          await requestCode(
            phone,
            await solveProof((refused.data as unknown as { challenge: Challenge }).challenge),
          );
      }
      await getChallenge(createPhone());
    }
    expect((await entries()).slice(before)).toEqual([{ actor: "system", target: "sms", detail: notified }]);
    app.clock.advance(10 * minute);
    for (let n = 0; n < totalLimit; n++) expect((await requestCode(createPhone())).status).toBe(200);
    await getChallenge(createPhone());
    expect((await entries()).length).toBe(before + 2);
    await expect.poll(listAlarms).toEqual([alarm, alarm]);
    stream.close();
  });
});
