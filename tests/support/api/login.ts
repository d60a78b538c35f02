import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "./Client.ts";
import { readLatestCode, sampleVersions } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** A phone number and the network address that it is used from. */
export interface TestPhone {
  phone: string;
  ip: string;
}

/** Requests a code; `phone` may be in any notation. */
export function requestCode(app: TestApp, { phone, ip }: TestPhone, headers: Record<string, string> = {}) {
  return new Client(app.server).call(userEndpoints.sendCode, { body: { phone }, ip, headers });
}

/** Requests a code and reads it from the phone. */
export async function requestAndReadCode(app: TestApp, phone: TestPhone): Promise<string> {
  await new Client(app.server).data(userEndpoints.sendCode, { body: { phone: phone.phone }, ip: phone.ip });
  return await readLatestCode(app, phone.phone);
}

/** Tries to log in. */
export function login(
  app: TestApp,
  { phone, ip }: TestPhone,
  code: string,
  overrides: { invite_code?: string } = {},
) {
  const body = { phone, code, loginType: "sms", consent: sampleVersions, ...overrides };
  return new Client(app.server).callWithRetry(userEndpoints.login, { body, ip });
}

/** Logs in with a fresh code; returns the session. */
export async function createSession(
  app: TestApp,
  phone: TestPhone,
  overrides: { invite_code?: string } = {},
) {
  const response = await login(app, phone, await requestAndReadCode(app, phone), overrides);
  if (response.status !== 200) throw new Error(`login answered ${response.status} ${response.error}`);
  return response.data;
}

/** Returns a code that differs from this one. */
export function differentCode(code: string, nth = 1): string {
  return String((Number(code) + nth) % 1_000_000).padStart(6, "0");
}

/** Counts the messages sent to a phone. */
export async function countMessages(app: TestApp, phone: string): Promise<number> {
  const response = await fetch(`${app.sandbox.url}/sms?phone=${phone}`);
  return ((await response.json()) as unknown[]).length;
}

/** Sets the SMS gateway's behaviour. */
export async function setSmsBehaviour(app: TestApp, mode: "ok" | "fail"): Promise<void> {
  await fetch(`${app.sandbox.url}/sms/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode }),
  });
}
