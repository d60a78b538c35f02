import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deviceHeader } from "#contract/constants.ts";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { differentCode } from "../support/api/login.ts";
import { createPhone, readLatestCode } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const day = 86_400_000;
const staffPhone = "13900000003";

let app: TestApp;
let serial = 0;

beforeAll(async () => {
  app = await startTestApp();
  // The clock only advances in this file.
  app.clock.freeze();
});

beforeEach(() => app.clock.advance(2 * day));

afterAll(async () => {
  await app.close();
});

/** A browser on a network, with its own device token, or none for an old client. */
class Browser {
  readonly ip: string;
  readonly #headers: Record<string, string>;

  constructor({ ip = createPhone().ip, hasToken = true } = {}) {
    serial += 1;
    this.ip = ip;
    this.#headers = hasToken ? { [deviceHeader]: `browser-${String(serial).padStart(24, "0")}` } : {};
  }

  requestCode(phone: string, who: "customer" | "staff" = "customer") {
    const endpoint = who === "customer" ? userEndpoints.sendCode : staffAuthEndpoints.sendCode;
    return new Client(app.server).call(endpoint, { body: { phone }, ip: this.ip, headers: this.#headers });
  }

  login(phone: string, code: string, who: "customer" | "staff" = "customer") {
    const input = { ip: this.ip, headers: this.#headers };
    const client = new Client(app.server);
    return who === "customer"
      ? client.callWithRetry(userEndpoints.login, { ...input, body: { phone, code, loginType: "sms" } })
      : client.callWithRetry(staffAuthEndpoints.login, { ...input, body: { phone, code } });
  }

  /** Requests a code and returns it from the message; the staff message is sent after the response. */
  async code(phone: string, who: "customer" | "staff" = "customer"): Promise<string> {
    const before = await countMessages(phone);
    expect((await this.requestCode(phone, who)).status).toBe(200);
    await expect.poll(() => countMessages(phone)).toBeGreaterThan(before);
    return await readLatestCode(app, phone);
  }

  async logIn(phone: string, who: "customer" | "staff" = "customer"): Promise<void> {
    expect((await this.login(phone, await this.code(phone, who), who)).status).toBe(200);
  }
}

async function countMessages(phone: string): Promise<number> {
  const response = await fetch(`${app.sandbox.url}/sms?phone=${phone}`);
  return ((await response.json()) as unknown[]).length;
}

/** Requests codes as strangers until the limit is reached. */
async function exhaustLimit(phone: string, who: "customer" | "staff"): Promise<void> {
  for (let n = 0; n < 10; n++) {
    await new Browser().requestCode(phone, who);
    app.clock.advance(minute);
  }
  expect((await new Browser().requestCode(phone, who)).status).toBe(429);
}

describe.each(["customer", "staff"] as const)("strangers and the number of a %s", (who) => {
  const numberOf = () => (who === "staff" ? staffPhone : createPhone().phone);

  test("do not lock it: a known device still gets codes, and a new one waits", async () => {
    const [phone, own] = [numberOf(), new Browser()];
    await own.logIn(phone, who);
    app.clock.advance(2 * day);
    await exhaustLimit(phone, who);
    await own.logIn(phone, who);
    // The device's own limit applies as well.
    for (let n = 0; n < 4; n++) {
      app.clock.advance(minute);
      expect((await own.requestCode(phone, who)).status).toBe(200);
    }
    app.clock.advance(minute);
    expect((await own.requestCode(phone, who)).status).toBe(429);
  });

  test("do not invalidate its code with their wrong attempts, and their own codes do not replace it", async () => {
    const phone = numberOf();
    const [own, stranger] = [new Browser(), new Browser()];
    const code = await own.code(phone, who);
    for (let n = 1; n <= 6; n++)
      expect((await stranger.login(phone, differentCode(code, n), who)).status).toBe(401);
    app.clock.advance(minute + 1);
    await stranger.requestCode(phone, who);
    expect((await own.login(phone, code, who)).status).toBe(200);
  });

  test("cannot use a code that another client requested, not even behind the same address", async () => {
    const [phone, own] = [numberOf(), new Browser()];
    const code = await own.code(phone, who);
    for (const thief of [
      new Browser(),
      new Browser({ ip: own.ip }),
      new Browser({ ip: own.ip, hasToken: false }),
    ])
      expect(await thief.login(phone, code, who)).toMatchObject({ status: 401, error: "bad_code" });
    expect((await own.login(phone, code, who)).status).toBe(200);
  });
});

describe("a client without a device token", () => {
  test("uses its codes from the network that it requested them from", async () => {
    const [{ phone }, plain] = [createPhone(), new Browser({ hasToken: false })];
    const code = await plain.code(phone);
    expect((await new Browser({ hasToken: false }).login(phone, code)).status).toBe(401);
    expect((await new Browser({ ip: plain.ip }).login(phone, code)).status).toBe(401);
    expect((await plain.login(phone, code)).status).toBe(200);
  });
});

describe("an account has at most fifty code attempts a day", () => {
  test("thirty by strangers, however many, and twenty by known devices", async () => {
    const { phone } = createPhone();
    const own = new Browser();
    await own.logIn(phone);
    app.clock.advance(2 * day);
    const guess = async (browser: Browser) => {
      if ((await browser.requestCode(phone)).status !== 200) return;
      const code = await readLatestCode(app, phone);
      for (let n = 1; n <= 6; n++) await browser.login(phone, differentCode(code, n));
    };
    for (let n = 0; n < 10; n++) {
      await guess(new Browser());
      await guess(own);
      app.clock.advance(11 * minute);
    }
    const checks = await app.sql<{ is_known: boolean; n: number }>(
      `select is_known, sum(failures)::int as n from sms_codes
         where phone = $1 and created_at > $2 group by is_known order by is_known`,
      [phone, new Date(app.clock.now().getTime() - day)],
    );
    expect(checks).toEqual([
      { is_known: false, n: 30 },
      { is_known: true, n: 20 },
    ]);
    const refused = await new Browser().requestCode(phone);
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(10 * 3600);
    app.clock.advance(day + 5 * minute);
    await new Browser().logIn(phone);
  });
});
