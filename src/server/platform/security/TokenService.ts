import { and, desc, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { tokens, users } from "../../schema/accounts.ts";
import { staff } from "../../schema/service.ts";
import type { Database, QueryRunner } from "../database/Database.ts";
import { pgCode } from "../database/database-errors.ts";
import { isOneOf } from "../database/one-of.ts";
import { AppError } from "../http/AppError.ts";
import type { ClientInfo } from "../http/client-info.ts";
import { addMs, type Clock } from "../time/clock.ts";
import { formatDevice } from "./format-device.ts";
import { generateToken, sha256 } from "./ids.ts";
import { deleteDevicesBefore, saveDevice } from "./known-devices.repository.ts";

export type Audience = "customer" | "staff";

/** Maximum staleness of the time of last use before it is written again. */
const touchMs = 300_000;
/** SQLSTATE read_only_sql_transaction. */
const readOnlyCode = "25006";

/** Opaque bearer tokens: stored hashed, bound to an audience, revocable at once. */
export class TokenService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limits: Config["limits"]["session"];

  constructor(deps: { database: Database; clock: Clock; config: Config }) {
    this.#database = deps.database;
    this.#clock = deps.clock;
    this.#limits = deps.config.limits.session;
  }

  /**
   * Issues a token at a login, deletes the subject's oldest tokens beyond the cap, and saves the device. The
   * token itself is never stored.
   */
  async issue(tx: QueryRunner, audience: Audience, subjectId: string, client: ClientInfo): Promise<string> {
    const now = this.#clock.now();
    const token = generateToken();
    const ttlMs = audience === "customer" ? this.#limits.customerMs : this.#limits.staffMs;
    await tx.insert(tokens).values({
      hash: sha256(token),
      audience,
      subjectId,
      device: formatDevice(client.userAgent),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: addMs(now, ttlMs),
    });
    const max = this.#limits.devicesPerSubject;
    await saveDevice(tx, { audience, subjectId }, client, { now, max });
    const surplus = await tx
      .select({ hash: tokens.hash })
      .from(tokens)
      .where(and(eq(tokens.audience, audience), eq(tokens.subjectId, subjectId)))
      .orderBy(desc(tokens.createdAt))
      .offset(this.#limits.perSubject);
    if (surplus.length > 0)
      await tx.delete(tokens).where(
        inArray(
          tokens.hash,
          surplus.map((row) => row.hash),
        ),
      );
    return token;
  }

  /**
   * Returns the subject of an Authorization header.
   * @throws AppError("unauthenticated") for anything but a live token of the audience
   */
  async verify(
    authorization: string | undefined,
    audience: Audience,
  ): Promise<{ subjectId: string; tokenHash: string }> {
    const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization ?? "")?.[1];
    if (token === undefined) throw new AppError("unauthenticated");
    const { lastUsedAt, ...subject } = await this.#verifyHash(sha256(token), audience);
    const now = this.#clock.now();
    if (now.getTime() - lastUsedAt.getTime() > touchMs) await this.#touch(subject.tokenHash, audience, now);
    return subject;
  }

  /**
   * Returns the subject of the token with this hash; being read for a document does not count as a use.
   * @throws AppError("unauthenticated") unless it is a live token of the audience
   */
  async verifyHash(tokenHash: string, audience: Audience): Promise<{ subjectId: string; tokenHash: string }> {
    const { subjectId } = await this.#verifyHash(tokenHash, audience);
    return { subjectId, tokenHash };
  }

  async #verifyHash(tokenHash: string, audience: Audience) {
    const [row] = await this.#find([tokenHash], audience);
    const now = this.#clock.now();
    if (row === undefined || row.expiresAt <= now || this.#isIdle(audience, row.lastUsedAt, now)) {
      throw new AppError("unauthenticated");
    }
    return { subjectId: row.subjectId, tokenHash, lastUsedAt: row.lastUsedAt };
  }

  /** Returns the subjects of those tokens that are valid now, by hash. */
  async findSubjects(audience: Audience, hashes: string[]): Promise<Map<string, string>> {
    const now = this.#clock.now();
    const rows = await this.#find(hashes, audience);
    const live = rows.filter((row) => row.expiresAt > now && !this.#isIdle(audience, row.lastUsedAt, now));
    return new Map(live.map((row) => [row.hash, row.subjectId]));
  }

  async revoke(tokenHash: string): Promise<void> {
    await this.#database.queries.delete(tokens).where(eq(tokens.hash, tokenHash));
  }

  /** Deletes expired tokens, at most a thousand a call, and devices beyond their retention. */
  async sweep(): Promise<void> {
    const { queries } = this.#database;
    await deleteDevicesBefore(queries, addMs(this.#clock.now(), -this.#limits.deviceRetentionMs));
    const old = queries
      .select({ hash: tokens.hash })
      .from(tokens)
      .where(lt(tokens.expiresAt, this.#clock.now()))
      .limit(1000);
    await queries.delete(tokens).where(inArray(tokens.hash, old));
  }

  async #find(hashes: string[], audience: Audience) {
    const { hash, subjectId, expiresAt, lastUsedAt } = tokens;
    const query = this.#database.lookups.select({ hash, subjectId, expiresAt, lastUsedAt }).from(tokens);
    const matchesTokens = and(isOneOf(tokens.hash, hashes), eq(tokens.audience, audience));
    return audience === "customer"
      ? await query
          .innerJoin(users, eq(users.id, tokens.subjectId))
          .where(and(matchesTokens, isNull(users.disabledAt)))
      : await query
          .innerJoin(staff, eq(staff.id, tokens.subjectId))
          .where(and(matchesTokens, isNull(staff.disabledAt)));
  }

  #isIdle(audience: Audience, lastUsedAt: Date, now: Date): boolean {
    return audience === "staff" && addMs(lastUsedAt, this.#limits.staffIdleMs) <= now;
  }

  /** Extends a customer's session on use; a staff session ends at its fixed time. */
  async #touch(hash: string, audience: Audience, now: Date): Promise<void> {
    const extended = audience === "customer" ? { expiresAt: addMs(now, this.#limits.customerMs) } : {};
    try {
      await this.#database.lookups
        .update(tokens)
        .set({ lastUsedAt: now, ...extended })
        .where(eq(tokens.hash, hash));
    } catch (error) {
      // A read-only standby can still verify tokens.
      if (pgCode(error) !== readOnlyCode) throw error;
    }
  }
}
