import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  countMessages,
  createSession,
  differentCode,
  login,
  requestAndReadCode,
  requestCode,
  setSmsBehaviour,
} from "../support/api/login.ts";
import { createPhone } from "../support/api/people.ts";
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
  test("has six digits; the response carries its lifetime and the time until the next one", async () => {
    const phone = createPhone();
    const response = await requestCode(app, phone);
    expect(response).toMatchObject({ status: 200, data: { resend_after: 60, expires_in: 300 } });
    expect(await requestCodeAfterWait(phone)).toMatch(/^\d{6}$/);
  });

  test("gets the same response for known and unknown numbers", async () => {
    const known = createPhone();
    await createSession(app, known);
    app.clock.advance(2 * minute);
    const [one, other] = await Promise.all([requestCode(app, known), requestCode(app, createPhone())]);
    expect({ ...one, headers: {} }).toEqual({ ...other, headers: {} });
  });

  test("counts all spellings of a number as one number", async () => {
    const { phone, ip } = createPhone();
    const wide = phone.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const spaced = `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)} `;
    expect((await requestCode(app, { phone: `+86 ${spaced}`, ip })).status).toBe(200);
    for (const spelling of [
      phone,
      `+86${phone}`,
      `0086${phone}`,
      spaced,
      wide,
      phone.replace(/(.{7})/, "$1-"),
    ]) {
      const again = await requestCode(app, { phone: spelling, ip });
      expect({ spelling, status: again.status, error: again.error }).toEqual({
        spelling,
        status: 429,
        error: "rate_limited",
      });
    }
    expect(await countMessages(app, phone)).toBe(1);
    expect((await login(app, { phone: wide, ip }, "000000")).error).toBe("bad_code");
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
    const response = await requestCode(app, { phone, ip: createPhone().ip });
    expect(response).toMatchObject({ status, error: "validation", data: { field: "phone" } });
  });

  test("reports what is wrong with a number", async () => {
    const { ip } = createPhone();
    expect((await requestCode(app, { phone: "   ", ip })).msg).toBe("请输入手机号");
    expect((await requestCode(app, { phone: "12345", ip })).msg).toBe("手机号格式不正确");
  });
});

describe("an invalid code is refused, always with the same error", () => {
  test("a wrong one", async () => {
    const phone = createPhone();
    const code = await requestAndReadCode(app, phone);
    expect(await login(app, phone, differentCode(code))).toMatchObject(badCode);
  });

  test("one that was never requested", async () => {
    expect(await login(app, createPhone(), "123456")).toMatchObject(badCode);
  });

  test("one that is five minutes and a second old, while five minutes less a second are fine", async () => {
    const [late, early] = [createPhone(), createPhone()];
    const [lateCode, earlyCode] = [await requestAndReadCode(app, late), await requestAndReadCode(app, early)];
    app.clock.advance(5 * minute - 1_000);
    expect((await login(app, early, earlyCode)).status).toBe(200);
    app.clock.advance(2_000);
    expect(await login(app, late, lateCode)).toMatchObject(badCode);
  });

  test("one that was used", async () => {
    const phone = createPhone();
    const code = await requestAndReadCode(app, phone);
    expect((await login(app, phone, code)).status).toBe(200);
    expect(await login(app, phone, code)).toMatchObject(badCode);
  });

  test("one that was replaced by a newer code", async () => {
    const phone = createPhone();
    const older = await requestAndReadCode(app, phone);
    app.clock.advance(minute);
    const newer = await requestAndReadCode(app, phone);
    if (older !== newer) expect(await login(app, phone, older)).toMatchObject(badCode);
    expect((await login(app, phone, newer)).status).toBe(200);
  });

  test("one of another phone", async () => {
    const [mine, theirs] = [createPhone(), createPhone()];
    const code = await requestAndReadCode(app, theirs);
    const own = await requestAndReadCode(app, mine);
    expect(code === own || (await login(app, mine, code)).error === "bad_code").toBe(true);
    expect((await login(app, theirs, code)).status).toBe(200);
  });
});

describe("guessing", () => {
  test("invalidates the code at the fifth wrong attempt, not at the fourth", async () => {
    const [four, five] = [createPhone(), createPhone()];
    for (const [phone, tries] of [
      [four, 4],
      [five, 5],
    ] as const) {
      const code = await requestAndReadCode(app, phone);
      for (let n = 1; n <= tries; n++) await login(app, phone, differentCode(code, n));
      expect((await login(app, phone, code)).status).toBe(tries === 4 ? 200 : 401);
    }
  });

  test("is checked five times at most when a hundred attempts run concurrently", async () => {
    const phone = createPhone();
    const code = await requestAndReadCode(app, phone);
    const guesses = Array.from({ length: 100 }, (_, n) => login(app, phone, differentCode(code, n + 1)));
    const responses = await Promise.all(guesses);
    expect(new Set(responses.map(({ status, error }) => `${status} ${error}`))).toEqual(
      new Set(["401 bad_code"]),
    );
    const rows = await app.sql("select failures, used_at from sms_codes where phone = $1", [phone.phone]);
    expect(rows).toEqual([{ failures: 5, used_at: null }]);
    expect(await login(app, phone, code)).toMatchObject(badCode);
  });

  test("does not lock the owner out: the next code works", async () => {
    const phone = createPhone();
    const code = await requestAndReadCode(app, phone);
    for (let n = 1; n <= 6; n++) await login(app, phone, differentCode(code, n));
    app.clock.advance(minute);
    expect((await login(app, phone, await requestAndReadCode(app, phone))).status).toBe(200);
  });
});

describe("sending is limited, and a refusal sends nothing", () => {
  test("to one message in sixty seconds", async () => {
    const phone = createPhone();
    await requestAndReadCode(app, phone);
    app.clock.advance(59_000);
    const refused = await requestCode(app, phone);
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    app.clock.advance(1_000);
    expect((await requestCode(app, phone)).status).toBe(200);
    expect(await countMessages(app, phone.phone)).toBe(2);
  });

  test("to one message when ten are requested concurrently", async () => {
    const phone = createPhone();
    const responses = await Promise.all(Array.from({ length: 10 }, () => requestCode(app, phone)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);
    expect(await countMessages(app, phone.phone)).toBe(1);
  });

  test("to five an hour and ten a day for a phone, from any address", async () => {
    const { phone } = createPhone();
    const request = () => requestCode(app, { phone, ip: createPhone().ip });
    for (const sent of [5, 10]) {
      for (let n = 0; n < 5; n++) {
        expect((await request()).status).toBe(200);
        app.clock.advance(minute);
      }
      const refused = await request();
      expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThan(sent === 5 ? 54 * 60 : 22 * 3600);
      expect(wait).toBeLessThanOrEqual(sent === 5 ? 55 * 60 : 24 * 3600);
      expect(await countMessages(app, phone)).toBe(sent);
      app.clock.advance(wait * 1_000);
    }
    expect((await request()).status).toBe(200);
  });

  test("to sixty an hour for a network, whatever headers it forges", async () => {
    const { ip } = createPhone();
    for (let n = 0; n < 60; n++)
      expect((await requestCode(app, { phone: createPhone().phone, ip })).status).toBe(200);
    const { phone } = createPhone();
    const refused = await requestCode(
      app,
      { phone, ip },
      { "x-forwarded-for": "8.8.8.8", "x-real-ip": "8.8.8.8" },
    );
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_500);
    expect(await countMessages(app, phone)).toBe(0);
    expect((await requestCode(app, { phone, ip: createPhone().ip })).status).toBe(200);
  });

  test("but a message that the provider refused may be requested again at once", async () => {
    const phone = createPhone();
    await setSmsBehaviour(app, "fail");
    const failed = await requestCode(app, phone);
    await setSmsBehaviour(app, "ok");
    expect(failed).toMatchObject({ status: 502, error: "sms_failed", msg: "短信服务繁忙，请稍后再试" });
    expect((await login(app, phone, await requestAndReadCode(app, phone))).status).toBe(200);
  });
});

async function requestCodeAfterWait(phone: { phone: string; ip: string }): Promise<string> {
  app.clock.advance(minute);
  return await requestAndReadCode(app, phone);
}
