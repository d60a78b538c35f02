import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "./Client.ts";
import { codeFor } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** A phone number and the network address that it is used from. */
export interface Phone {
  phone: string;
  ip: string;
}

/** Asks for a code; `phone` may be written in any way. */
export function askCode(app: TestApp, { phone, ip }: Phone, headers: Record<string, string> = {}) {
  return new Client(app.server).call(userEndpoints.sendCode, { body: { phone }, ip, headers });
}

/** Asks for a code and reads it from the phone. */
export async function freshCode(app: TestApp, phone: Phone): Promise<string> {
  await new Client(app.server).data(userEndpoints.sendCode, { body: { phone: phone.phone }, ip: phone.ip });
  return await codeFor(app, phone.phone);
}

/** Tries to log in. */
export function logIn(app: TestApp, { phone, ip }: Phone, code: string, more: { invite_code?: string } = {}) {
  const body = { phone, code, loginType: "sms", ...more };
  return new Client(app.server).persist(userEndpoints.login, { body, ip });
}

/** Logs in with a fresh code; answers the session. */
export async function sessionOf(app: TestApp, phone: Phone, more: { invite_code?: string } = {}) {
  const answer = await logIn(app, phone, await freshCode(app, phone), more);
  if (answer.status !== 200) throw new Error(`login answered ${answer.status} ${answer.error}`);
  return answer.data;
}

/** A code that is not this one. */
export function otherThan(code: string, nth = 1): string {
  return String((Number(code) + nth) % 1_000_000).padStart(6, "0");
}

/** How many messages reached a phone. */
export async function messagesTo(app: TestApp, phone: string): Promise<number> {
  const response = await fetch(`${app.sandbox.url}/sms?phone=${phone}`);
  return ((await response.json()) as unknown[]).length;
}

/** Throws the text message gateway's switch. */
export async function behaveSms(app: TestApp, mode: "ok" | "fail"): Promise<void> {
  await fetch(`${app.sandbox.url}/sms/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode }),
  });
}
