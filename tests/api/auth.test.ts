import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  askCode,
  behaveSms,
  freshCode,
  logIn,
  messagesTo,
  otherThan,
  sessionOf,
} from "../support/api/login.ts";
import { newPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const badCode = { status: 401, code: 401, error: "bad_code", msg: "验证码错误或已过期" };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(() => app.clock.freeze());

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

describe("a code by text message", () => {
  test("is six digits and tells how long it lives and when the next may come", async () => {
    const phone = newPhone();
    const answer = await askCode(app, phone);
    expect(answer).toMatchObject({ status: 200, data: { resend_after: 60, expires_in: 300 } });
    expect(await freshCodeAfterWait(phone)).toMatch(/^\d{6}$/);
  });

  test("A4: is answered alike for a known and an unknown number", async () => {
    const known = newPhone();
    await sessionOf(app, known);
    app.clock.pass(2 * minute);
    const [one, other] = await Promise.all([askCode(app, known), askCode(app, newPhone())]);
    expect({ ...one, headers: {} }).toEqual({ ...other, headers: {} });
  });

  test("A3: counts all spellings of a number as one", async () => {
    const { phone, ip } = newPhone();
    const wide = phone.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const spaced = `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)} `;
    expect((await askCode(app, { phone: `+86 ${spaced}`, ip })).status).toBe(200);
    for (const spelling of [
      phone,
      `+86${phone}`,
      `0086${phone}`,
      spaced,
      wide,
      phone.replace(/(.{7})/, "$1-"),
    ]) {
      const again = await askCode(app, { phone: spelling, ip });
      expect({ spelling, status: again.status, error: again.error }).toEqual({
        spelling,
        status: 429,
        error: "rate_limited",
      });
    }
    expect(await messagesTo(app, phone)).toBe(1);
    expect((await logIn(app, { phone: wide, ip }, "000000")).error).toBe("bad_code");
  });

  test.each([
    ["", 400],
    ["   ", 400],
    ["1371234567", 400],
    ["137123456789", 400],
    ["23712345678", 400],
    ["12712345678", 400],
    ["1371234567a", 400],
    ["13712345678'--", 400],
  ])("is not sent to %j", async (phone, status) => {
    const answer = await askCode(app, { phone, ip: newPhone().ip });
    expect(answer).toMatchObject({ status, error: "validation", data: { field: "phone" } });
  });

  test("says what is wrong with a number", async () => {
    const { ip } = newPhone();
    expect((await askCode(app, { phone: "   ", ip })).msg).toBe("请输入手机号");
    expect((await askCode(app, { phone: "12345", ip })).msg).toBe("手机号格式不正确");
  });
});

describe("A2: a code that does not count any more is refused, always with the same words", () => {
  test("a wrong one", async () => {
    const phone = newPhone();
    const code = await freshCode(app, phone);
    expect(await logIn(app, phone, otherThan(code))).toMatchObject(badCode);
  });

  test("one that nobody asked for", async () => {
    expect(await logIn(app, newPhone(), "123456")).toMatchObject(badCode);
  });

  test("one that is five minutes and a second old, while five minutes less a second are fine", async () => {
    const [late, early] = [newPhone(), newPhone()];
    const [lateCode, earlyCode] = [await freshCode(app, late), await freshCode(app, early)];
    app.clock.pass(5 * minute - 1_000);
    expect((await logIn(app, early, earlyCode)).status).toBe(200);
    app.clock.pass(2_000);
    expect(await logIn(app, late, lateCode)).toMatchObject(badCode);
  });

  test("one that was used", async () => {
    const phone = newPhone();
    const code = await freshCode(app, phone);
    expect((await logIn(app, phone, code)).status).toBe(200);
    expect(await logIn(app, phone, code)).toMatchObject(badCode);
  });

  test("one from before the newest", async () => {
    const phone = newPhone();
    const older = await freshCode(app, phone);
    app.clock.pass(minute);
    const newer = await freshCode(app, phone);
    if (older !== newer) expect(await logIn(app, phone, older)).toMatchObject(badCode);
    expect((await logIn(app, phone, newer)).status).toBe(200);
  });

  test("one of another phone", async () => {
    const [mine, theirs] = [newPhone(), newPhone()];
    const code = await freshCode(app, theirs);
    const own = await freshCode(app, mine);
    expect(code === own || (await logIn(app, mine, code)).error === "bad_code").toBe(true);
    expect((await logIn(app, theirs, code)).status).toBe(200);
  });
});

describe("A1: guessing", () => {
  test("voids the code at the fifth wrong try, not at the fourth", async () => {
    const [four, five] = [newPhone(), newPhone()];
    for (const [phone, tries] of [
      [four, 4],
      [five, 5],
    ] as const) {
      const code = await freshCode(app, phone);
      for (let n = 1; n <= tries; n++) await logIn(app, phone, otherThan(code, n));
      expect((await logIn(app, phone, code)).status).toBe(tries === 4 ? 200 : 401);
    }
  });

  test("is checked five times at most when a hundred guess at once", async () => {
    const phone = newPhone();
    const code = await freshCode(app, phone);
    const guesses = Array.from({ length: 100 }, (_, n) => logIn(app, phone, otherThan(code, n + 1)));
    const answers = await Promise.all(guesses);
    expect(new Set(answers.map(({ status, error }) => `${status} ${error}`))).toEqual(
      new Set(["401 bad_code"]),
    );
    const rows = await app.sql("select failures, used_at from sms_codes where phone = $1", [phone.phone]);
    expect(rows).toEqual([{ failures: 5, used_at: null }]);
    expect(await logIn(app, phone, code)).toMatchObject(badCode);
  });

  test("does not lock the owner out: the next code works", async () => {
    const phone = newPhone();
    const code = await freshCode(app, phone);
    for (let n = 1; n <= 6; n++) await logIn(app, phone, otherThan(code, n));
    app.clock.pass(minute);
    expect((await logIn(app, phone, await freshCode(app, phone))).status).toBe(200);
  });
});

describe("A3: sending is limited, and a refusal sends nothing", () => {
  test("to one message in sixty seconds", async () => {
    const phone = newPhone();
    await freshCode(app, phone);
    app.clock.pass(59_000);
    const refused = await askCode(app, phone);
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    app.clock.pass(1_000);
    expect((await askCode(app, phone)).status).toBe(200);
    expect(await messagesTo(app, phone.phone)).toBe(2);
  });

  test("to one message when ten are asked for at once", async () => {
    const phone = newPhone();
    const answers = await Promise.all(Array.from({ length: 10 }, () => askCode(app, phone)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);
    expect(await messagesTo(app, phone.phone)).toBe(1);
  });

  test("to five an hour and ten a day for a phone, wherever it is asked from", async () => {
    const { phone } = newPhone();
    const ask = () => askCode(app, { phone, ip: newPhone().ip });
    for (const sent of [5, 10]) {
      for (let n = 0; n < 5; n++) {
        expect((await ask()).status).toBe(200);
        app.clock.pass(minute);
      }
      const refused = await ask();
      expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThan(sent === 5 ? 54 * 60 : 22 * 3600);
      expect(wait).toBeLessThanOrEqual(sent === 5 ? 55 * 60 : 24 * 3600);
      expect(await messagesTo(app, phone)).toBe(sent);
      app.clock.pass(wait * 1_000);
    }
    expect((await ask()).status).toBe(200);
  });

  test("to sixty an hour for a network, whatever headers it makes up", async () => {
    const { ip } = newPhone();
    for (let n = 0; n < 60; n++)
      expect((await askCode(app, { phone: newPhone().phone, ip })).status).toBe(200);
    const { phone } = newPhone();
    const refused = await askCode(
      app,
      { phone, ip },
      { "x-forwarded-for": "8.8.8.8", "x-real-ip": "8.8.8.8" },
    );
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_500);
    expect(await messagesTo(app, phone)).toBe(0);
    expect((await askCode(app, { phone, ip: newPhone().ip })).status).toBe(200);
  });

  test("but a message that the provider refused may be asked for again at once", async () => {
    const phone = newPhone();
    await behaveSms(app, "fail");
    const failed = await askCode(app, phone);
    await behaveSms(app, "ok");
    expect(failed).toMatchObject({ status: 502, error: "sms_failed", msg: "短信服务繁忙，请稍后再试" });
    expect((await logIn(app, phone, await freshCode(app, phone))).status).toBe(200);
  });
});

async function freshCodeAfterWait(phone: { phone: string; ip: string }): Promise<string> {
  app.clock.pass(minute);
  return await freshCode(app, phone);
}
