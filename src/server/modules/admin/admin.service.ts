import { pageSizeDefault } from "#contract/constants.ts";
import type { AuditEntry, IssuedVoucher } from "#contract/staff/admin/schema.ts";
import { CliError } from "../../platform/CliError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { type AuditQuery, listEntries, parseAuditFilter } from "../audit/audit.repository.ts";
import { findTargets } from "../audit/audit-target.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import { VoucherIssuer } from "../voucher/VoucherIssuer.ts";
import { parseVoucherFilter, presentIssuedVoucher, type VoucherQuery } from "../voucher/voucher.presenter.ts";
import * as vouchers from "../voucher/voucher.repository.ts";

interface PageQuery {
  page?: number;
  pageSize?: number;
}

interface IssueVouchersRequest {
  items: { id: string; quantity: number }[];
  partner: string;
  title?: string;
  days: number;
  count: number;
  client_key: string;
}

const adminRoles = ["admin"] as const;

/** Admin-only actions: vouchers for partner shops and reading the audit log. */
export class AdminService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists all vouchers, newest first. */
  async listVouchers(staffId: string, query: PageQuery & VoucherQuery) {
    const { database, clock, config } = this.#deps;
    await requireRole(database.lookups, staffId, adminRoles);
    const { page = 1, pageSize = pageSizeDefault } = query;
    const filter = parseVoucherFilter(query, clock.now());
    const rows = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const found = await database.read((queries) => vouchers.list(queries, filter, rows));
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
    await requireRole(database.lookups, staffId, adminRoles);
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
    await requireRole(database.lookups, staffId, adminRoles);
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
    const { database } = this.#deps;
    await requireRole(database.lookups, staffId, adminRoles);
    const { page = 1, pageSize = pageSizeDefault } = query;
    const filter = parseAuditFilter(query);
    const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const { found, shown, findTarget } = await database.read(async (queries) => {
      const rows = await listEntries(queries, filter, range);
      const onPage = rows.slice(0, pageSize);
      const entries = onPage.map(({ entry }) => entry);
      return { found: rows, shown: onPage, findTarget: await findTargets(queries, entries) };
    });
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
