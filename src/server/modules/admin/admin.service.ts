import { pageSizeDefault } from "#contract/constants.ts";
import type { AuditEntry, IssuedVoucher } from "#contract/staff/admin/schema.ts";
import { CliError } from "../../platform/CliError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { parseLocalTime } from "../../platform/time/local-time.ts";
import { listEntries } from "../audit/audit.repository.ts";
import { findTargets } from "../audit/audit-target.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import { VoucherIssuer } from "../voucher/VoucherIssuer.ts";
import { presentIssuedVoucher } from "../voucher/voucher.presenter.ts";
import * as vouchers from "../voucher/voucher.repository.ts";

interface PageQuery {
  page?: number;
  pageSize?: number;
}

interface AuditQuery {
  actor?: string;
  action?: string;
  target?: string;
  /** First and last day. */
  from?: string;
  until?: string;
  /** Whether reads of customers' data are listed too. */
  reads?: boolean;
}

interface IssueVouchersRequest {
  items: { id: string; quantity: number }[];
  partner: string;
  title?: string;
  days: number;
  count: number;
  client_key: string;
}

const dayMs = 86_400_000;
const adminRoles = ["admin"] as const;

/** Admin-only actions: vouchers for partner shops and reading the audit log. */
export class AdminService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists all vouchers, newest first. */
  async listVouchers(staffId: string, query: PageQuery) {
    const { database, clock, config } = this.#deps;
    await requireRole(database.queries, staffId, adminRoles);
    const { page = 1, pageSize = pageSizeDefault } = query;
    const found = await vouchers.listRecent(database.queries, pageSize + 1, (page - 1) * pageSize);
    return {
      list: found.slice(0, pageSize).map((row) => presentIssuedVoucher(row, config.publicUrl, clock.now())),
      page,
      pageSize,
      has_more: found.length > pageSize,
    };
  }

  /** Issues vouchers, once per key. Throws "item_unavailable" for dishes that no restaurant sells. */
  async issueVouchers(staffId: string, request: IssueVouchersRequest): Promise<{ list: IssuedVoucher[] }> {
    const { database, clock, config } = this.#deps;
    await requireRole(database.queries, staffId, adminRoles);
    const { client_key, ...terms } = request;
    const now = clock.now();
    const idempotentRequest = {
      subjectId: staffId,
      endpoint: "chat/admin/vouchers",
      idempotencyKey: client_key,
      body: terms,
      createdAt: now,
    };
    const issuer = new VoucherIssuer(database, staffId);
    const offer = { ...terms, partner: terms.partner.trim(), title: terms.title?.trim() || null };
    try {
      return await database.transaction((tx) =>
        withIdempotencyKey(tx, idempotentRequest, async () => {
          const rows = await issuer.issueInTransaction(tx, offer, now);
          return { list: rows.map((row) => presentIssuedVoucher(row, config.publicUrl, now)) };
        }),
      );
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      throw new AppError("item_unavailable", {}, "部分商品不能发券：须在堂食菜单中，且每种只写一次");
    }
  }

  /** Voids an unredeemed voucher. Throws "not_found", or "conflict" for a redeemed or voided one. */
  async voidVoucher(staffId: string, number: string): Promise<null> {
    const { database, clock } = this.#deps;
    await requireRole(database.queries, staffId, adminRoles);
    if ((await vouchers.findById(database.queries, number)) === undefined)
      throw new AppError("not_found", {}, "餐券不存在");
    try {
      await new VoucherIssuer(database, staffId).voidVoucher(number, clock.now());
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      throw new AppError("conflict", {}, "餐券已被使用或已作废");
    }
    return null;
  }

  /**
   * Lists what staff and operators did, newest first. Throws "validation" for a day that does not exist, "rule_broken" for
   * a first day after the last one.
   */
  async listAuditEntries(staffId: string, query: PageQuery & AuditQuery) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, adminRoles);
    const { page = 1, pageSize = pageSizeDefault, actor, action, target, reads = false } = query;
    const found = await listEntries(queries, {
      actor: actor?.trim(),
      action: action?.trim(),
      target: target?.trim(),
      ...parseDays(query),
      hidesReads: !reads && !action?.trim(),
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    const shown = found.slice(0, pageSize);
    const findTarget = await findTargets(
      queries,
      shown.map(({ entry }) => entry),
    );
    const list: AuditEntry[] = shown.map(({ entry, actorName }) => ({
      id: entry.id,
      actor: entry.actor,
      actor_name: actorName,
      action: entry.action,
      target: entry.target,
      target_of: findTarget(entry.action, entry.target),
      detail: JSON.stringify(entry.detail),
      at: entry.createdAt.toISOString(),
    }));
    return { list, page, pageSize, has_more: found.length > pageSize };
  }
}

/** Returns when the first day begins and the last one ends. */
function parseDays({ from, until }: AuditQuery): { from: Date | undefined; until: Date | undefined } {
  const begin = (day: string | undefined, field: string) => {
    if (day === undefined) return undefined;
    const at = parseLocalTime(`${day} 00:00`);
    if (at === null) throw invalid("日期不存在，请重新选择", field);
    return at;
  };
  const [first, last] = [begin(from, "from"), begin(until, "until")];
  if (first && last && first > last) throw ruleBroken("结束日期不能早于开始日期", "until");
  return { from: first, until: last && addMs(last, dayMs) };
}
