import { createHash, randomBytes } from "node:crypto";
import { Database } from "#server/platform/database/Database.ts";

/** Caller kind whose token a request carries. */
export type Role = "none" | "forged" | "customer" | "agent" | "store" | "admin";

/** Creates tokens for the demo's users, as a login would, without sending a message for each. */
export class DemoUsers {
  readonly #database: Database;
  readonly #ids = new Map<Role, string[]>();
  readonly #tokens = new Map<string, string>();

  constructor(databaseUrl: string) {
    this.#database = new Database(databaseUrl, { size: 2, onIdleError: () => undefined });
  }

  async open(): Promise<void> {
    const users = await this.#database.pool.query<{ id: string }>(
      "select id from users order by phone limit 3",
    );
    this.#ids.set(
      "customer",
      users.rows.map(({ id }) => id),
    );
    const staff = await this.#database.pool.query<{ id: string; role: Role }>("select id, role from staff");
    for (const { id, role } of staff.rows) this.#ids.set(role, [...(this.#ids.get(role) ?? []), id]);
  }

  /** Returns a token for this role; null for "none". */
  async token(role: Role, random: number): Promise<string | null> {
    if (role === "none") return null;
    if (role === "forged") return randomBytes(32).toString("base64url");
    const ids = this.#ids.get(role) ?? [];
    const id = ids[random % ids.length];
    if (id === undefined) throw new Error(`the demo has no member with the role ${role}`);
    const cached = this.#tokens.get(id);
    if (cached !== undefined) return cached;
    const token = randomBytes(32).toString("base64url");
    this.#tokens.set(id, token);
    await this.#database.pool.query(
      `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
       values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
      [createHash("sha256").update(token).digest("hex"), role === "customer" ? "customer" : "staff", id],
    );
    return token;
  }

  /** Drops a rejected token from the cache, as after a logout; the next request creates a new one. */
  dropToken(token: string | null): void {
    for (const [id, cached] of this.#tokens) if (cached === token) this.#tokens.delete(id);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}
