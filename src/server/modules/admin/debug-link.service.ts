import { createHmac, timingSafeEqual } from "node:crypto";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { getSigningKey } from "../../platform/security/signing-key.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";

const validityMs = 3_600_000;
const keyName = "debug-link-key";

/** Creates URLs that open the developer console in production, signed for one hour with a database key. */
export class DebugLinkService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Signs a URL and records the requesting admin in the audit log. Throws "forbidden" for all but admins. */
  async create(staffId: string): Promise<{ url: string; expires_at: string }> {
    const { database, clock, config } = this.#deps;
    await requireRole(database.queries, staffId, ["admin"]);
    const now = clock.now();
    const expiresAt = new Date(Math.floor(addMs(now, validityMs).getTime() / 1000) * 1000);
    const signature = await this.#sign(expiresAt);
    const url = new URL("/", config.publicUrl);
    url.searchParams.set("vconsole", signature);
    const entry = { actor: staffId, action: "debug-link.create", target: "vconsole", createdAt: now };
    await insertAudit(database.queries, { ...entry, detail: { expires_at: expiresAt.toISOString() } });
    return { url: url.href, expires_at: expiresAt.toISOString() };
  }

  /** Returns the expiry of a signature. Throws "forbidden" for a forged or expired one. */
  async verify(signature: string): Promise<{ expires_at: string }> {
    const seconds = /^(\d{1,12})\.[\w-]+$/.exec(signature)?.[1];
    const expiresAt = new Date(Number(seconds) * 1000);
    const isInTime = seconds !== undefined && expiresAt > this.#deps.clock.now();
    if (!isInTime || !isEqual(signature, await this.#sign(expiresAt)))
      throw new AppError("forbidden", {}, "调试链接无效或已过期");
    return { expires_at: expiresAt.toISOString() };
  }

  async #sign(expiresAt: Date): Promise<string> {
    const seconds = String(Math.floor(expiresAt.getTime() / 1000));
    const mac = createHmac("sha256", Buffer.from(await getSigningKey(this.#deps, keyName), "base64"))
      .update(`debug link ${seconds}`)
      .digest("base64url");
    return `${seconds}.${mac}`;
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
