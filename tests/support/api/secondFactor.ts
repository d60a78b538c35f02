import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { staffAuthEndpoints as endpoints } from "#contract/staff/auth/endpoints.ts";
import type { SecondFactorChallenge } from "#contract/staff/auth/schema.ts";
import { newId } from "#server/platform/security/ids.ts";
import { staff } from "#server/schema/service.ts";
import { Client } from "./Client.ts";
import { countMessages } from "./login.ts";
import { createPhone, readLatestCode } from "./people.ts";
import type { TestApp } from "./testApp.ts";
import { waitOptions } from "./waitOptions.ts";

const stepMs = 30_000;

/** Creates a new member of the head office. */
export async function createAdmin(
  app: TestApp,
  role: "admin" | "agent" = "admin",
): Promise<{ id: string; phone: string }> {
  const [id, { phone }] = [newId(), createPhone()];
  const member = { id, phone, name: "总部同事", role, createdAt: app.clock.now() };
  await app.database.queries.insert(staff).values(member);
  return { id, phone };
}

/**
 * Logs in by text message; the response contains the session, or the input of the second step. Moves the clock
 * by three whole time steps, past the pause between two messages.
 */
export async function loginBySms(app: TestApp, { phone }: { phone: string }) {
  const { ip } = createPhone();
  app.clock.advance(3 * stepMs);
  const before = await countMessages(app, phone);
  await new Client(app.server).data(endpoints.sendCode, { body: { phone }, ip });
  // The code is sent after the response.
  await expect.poll(() => countMessages(app, phone), waitOptions).toBe(before + 1);
  const code = await readLatestCode(app, phone);
  const response = await new Client(app.server).call(endpoints.login, { body: { phone, code }, ip });
  return { ...response, demand: response.data as unknown as SecondFactorChallenge };
}

/** Returns the TOTP code of the member's authenticator, `steps` time steps from now. */
export function totpCode(app: TestApp, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: app.clock.now().getTime() + steps * stepMs });
}

/** Returns a code that differs from this one. */
export const differentCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Logs in and binds an authenticator app. */
export async function enrollSecondFactor(app: TestApp, who: { phone: string }) {
  const { ticket } = (await loginBySms(app, who)).demand;
  const { secret } = await new Client(app.server).data(endpoints.beginFactor, { body: { ticket } });
  const body = { ticket, code: totpCode(app, secret) };
  return { secret, ...(await new Client(app.server).data(endpoints.enrolFactor, { body })) };
}

/** Logs in by text message and submits a code. */
export async function submitSecondFactor(app: TestApp, who: { phone: string }, code: () => string) {
  const { ticket } = (await loginBySms(app, who)).demand;
  return await new Client(app.server).call(endpoints.verifyFactor, { body: { ticket, code: code() } });
}
