import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { addMs } from "../../platform/time/clock.ts";
import * as repository from "./second-factor.repository.ts";
import { findTimeStep } from "./totp.rules.ts";

/** Wrong codes in a row after which the second step is locked. */
const triesPerLock = 5;
const lockMs = 15 * 60_000;

/**
 * Runs an attempt with a member's factor locked; `attempt` returns null for a wrong code, which is counted. Returns
 * null for a wrong code, so that the caller commits before it throws. Throws "conflict" without a factor,
 * "rate_limited" while it is locked.
 */
export async function countAttempt<T extends object>(
  tx: QueryRunner,
  { clock, security }: Pick<Deps, "clock" | "security">,
  staffId: string,
  { network }: ClientInfo,
  attempt: (factor: repository.SecondFactorRow) => Promise<T | null>,
): Promise<T | null> {
  const factor = await repository.lockFactor(tx, staffId);
  if (factor === undefined) throw new AppError("conflict", {}, "请先绑定验证器");
  const now = clock.now();
  if (factor.lockedUntil !== null && factor.lockedUntil > now) throw lockedError(factor.lockedUntil, now);
  const done = await attempt(factor);
  if (done !== null) {
    await repository.updateFactor(tx, staffId, { failures: 0, lockedUntil: null });
    return done;
  }
  const failures = factor.failures + 1;
  const lockedUntil = failures % triesPerLock === 0 ? addMs(now, lockMs) : null;
  await repository.updateFactor(tx, staffId, { failures, lockedUntil });
  security.record({ kind: "wrong_factor", subject: staffId, ip: network });
  return null;
}

/** Uses up a code of the authenticator app; false for a wrong or a used one. */
export async function consumeTotpCode(
  tx: QueryRunner,
  factor: repository.SecondFactorRow,
  code: string,
  at: Date,
): Promise<boolean> {
  const step = findTimeStep(factor.secret, code, at);
  if (step === null || step <= factor.lastStep) return false;
  await repository.updateFactor(tx, factor.staffId, { lastStep: step });
  return true;
}

function lockedError(until: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const message = `错误次数过多，请 ${Math.ceil(seconds / 60)} 分钟后再试`;
  return new AppError("rate_limited", { retry_after: seconds }, message, seconds);
}
