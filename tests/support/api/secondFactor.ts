import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { serviceAuthEndpoints as calls } from "#contract/service-auth/endpoints.ts";
import type { SecondFactorDemand } from "#contract/service-auth/schema.ts";
import { newId } from "#server/platform/ids.ts";
import { staff } from "#server/schema/service.ts";
import { Client } from "./Client.ts";
import { messagesTo } from "./login.ts";
import { patience } from "./patience.ts";
import { codeFor, newPhone } from "./people.ts";
import type { TestApp } from "./testApp.ts";

const step = 30_000;

/** Somebody new at the head office. */
export async function newAdmin(
  at: TestApp,
  role: "admin" | "agent" = "admin",
): Promise<{ id: string; phone: string }> {
  const [id, { phone }] = [newId(), newPhone()];
  const member = { id, phone, name: "总部同事", role, restaurantId: null, createdAt: at.clock.now() };
  await at.database.queries.insert(staff).values(member);
  return { id, phone };
}

/** Logs in by text message; the answer has the session, or what the second step needs. */
export async function bySms(at: TestApp, { phone }: { phone: string }) {
  const { ip } = newPhone();
  at.clock.pass(61_000);
  const before = await messagesTo(at, phone);
  await new Client(at.server).data(calls.sendCode, { body: { phone }, ip });
  // It leaves after the answer.
  await expect.poll(() => messagesTo(at, phone), patience).toBe(before + 1);
  const code = await codeFor(at, phone);
  const answer = await new Client(at.server).call(calls.login, { body: { phone, code }, ip });
  return { ...answer, demand: answer.data as unknown as SecondFactorDemand };
}

/** The code of the member's app, so many steps from now. */
export function codeOf(at: TestApp, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: at.clock.now().getTime() + steps * step });
}

/** A code that is not this one. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Logs in and binds an app. */
export async function enrolled(at: TestApp, who: { phone: string }) {
  const { ticket } = (await bySms(at, who)).demand;
  const { secret } = await new Client(at.server).data(calls.beginFactor, { body: { ticket } });
  const body = { ticket, code: codeOf(at, secret) };
  return { secret, ...(await new Client(at.server).data(calls.enrolFactor, { body })) };
}

/** Logs in by text message and tries a code. */
export async function secondStep(at: TestApp, who: { phone: string }, code: () => string) {
  const { ticket } = (await bySms(at, who)).demand;
  return await new Client(at.server).call(calls.verifyFactor, { body: { ticket, code: code() } });
}
