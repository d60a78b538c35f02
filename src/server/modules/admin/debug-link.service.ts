import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { LinkSigner } from "../../platform/security/LinkSigner.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";

const validityMs = 3_600_000;
const keyName = "debug-link-key";
const subject = "debug link";

/** Creates URLs that open the developer console in production, signed for one hour with a database key. */
export class DebugLinkService {
  readonly #deps: Deps;
  readonly #links: LinkSigner;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#links = new LinkSigner(deps, keyName);
  }

  /** Signs a URL and records the requesting admin in the audit log. Throws "forbidden" for all but admins. */
  async create(staffId: string): Promise<{ url: string; expires_at: string }> {
    const { database, clock, config } = this.#deps;
    await requireRole(database.lookups, staffId, ["admin"]);
    const now = clock.now();
    const expiresAt = new Date(Math.floor(addMs(now, validityMs).getTime() / 1000) * 1000);
    const { expires, signature } = await this.#links.sign(subject, expiresAt);
    const url = new URL("/", config.publicUrl);
    url.searchParams.set("vconsole", `${expires}.${signature}`);
    const entry = { actor: staffId, action: "debug-link.create", target: "vconsole", createdAt: now };
    await insertAudit(database.queries, { ...entry, detail: { expires_at: expiresAt.toISOString() } });
    return { url: url.href, expires_at: expiresAt.toISOString() };
  }

  /** Returns the expiry of a signature. Throws "forbidden" for a forged or expired one. */
  async verify(text: string): Promise<{ expires_at: string }> {
    const [, expires = "", signature = ""] = /^(\d{1,12})\.([\w-]+)$/.exec(text) ?? [];
    if (!(await this.#links.isValid(subject, { expires, signature })))
      throw new AppError("forbidden", {}, "调试链接无效或已过期");
    return { expires_at: new Date(Number(expires) * 1000).toISOString() };
  }
}
