import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { cardSchemas } from "#contract/card/schema.ts";
import { maskPhone, parsePhone } from "#contract/phone.ts";
import { adminSchemas } from "#contract/staff/admin/schema.ts";
import { staffInvoiceSchemas } from "#contract/staff/invoice/schema.ts";
import type { ExportedList } from "#contract/staff/list-files/limits.ts";
import { staffMemberSchemas } from "#contract/staff/member/schema.ts";
import { staffOrderSchemas } from "#contract/staff/order/schema.ts";
import { orderListSchemas } from "#contract/staff/order-list/schema.ts";
import { restaurantAdminSchemas } from "#contract/staff/restaurant-admin/schema.ts";
import { withdrawalSchemas } from "#contract/withdrawal/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { invalid } from "../../platform/http/AppError.ts";
import type { RowBatches } from "../../platform/tables/table-file.ts";
import { parseDayRange } from "../../platform/time/day-range.ts";
import { listEvents } from "../admin/security.repository.ts";
import { type EventQuery, parseEventFilter } from "../admin/security.service.ts";
import { type AuditQuery, listEntries, parseAuditFilter } from "../audit/audit.repository.ts";
import { type CardQuery, parseCardFilter, presentIssuedCard } from "../card/card.presenter.ts";
import * as cards from "../card/card.repository.ts";
import type { InvoiceQuery } from "../invoice/invoice-filter.rules.ts";
import type { OrderListQuery } from "../order/order-list.presenter.ts";
import { findOrderNos } from "../order/order-list.repository.ts";
import type { FailedRefundQuery } from "../refund/failed-refund.presenter.ts";
import type { CaseQuery } from "../refund/refund-review.presenter.ts";
import type { ChainQuery } from "../restaurant/restaurant-form.presenter.ts";
import { findNames, type MemberQuery } from "../staff/staff-member.repository.ts";
import { parseVoucherFilter, presentIssuedVoucher, type VoucherQuery } from "../voucher/voucher.presenter.ts";
import * as vouchers from "../voucher/voucher.repository.ts";
import { presentReviewedWithdrawal } from "../withdrawal/withdrawal.presenter.ts";
import { listNewest, type ReviewFilter } from "../withdrawal/withdrawal.repository.ts";
import { ChainLists } from "./ChainLists.ts";
import { type ReadRows, readBatches } from "./list-batch.rules.ts";
import * as rules from "./list-file.rules.ts";
import { OrderLists } from "./OrderLists.ts";

/** Filters of a list as the address has them, without the page. */
export type ListQuery = Record<string, string | boolean>;

const schemas: Record<ExportedList, TSchema> = {
  audit: adminSchemas.audit.query,
  vouchers: adminSchemas.vouchers.query,
  cards: cardSchemas.adminList.query,
  withdrawals: withdrawalSchemas.adminList.query,
  security: adminSchemas.securityEvents.query,
  "refund-requests": staffOrderSchemas.refundRequests.query,
  "failed-refunds": staffOrderSchemas.failedRefunds.query,
  restaurants: restaurantAdminSchemas.list.query,
  staff: staffMemberSchemas.list.query,
  invoices: staffInvoiceSchemas.list.query,
  orders: orderListSchemas.list.query,
};

const notInFiles = ["page", "pageSize", "after", "sort", "order"];

/** The lists of staff as rows of files, read in batches one after the other. */
export class ListFilesService {
  readonly #deps: Deps;
  readonly #orders: OrderLists;
  readonly #chain: ChainLists;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#orders = new OrderLists(deps);
    this.#chain = new ChainLists(deps);
  }

  /** Begins to read a list. Throws "validation" for filters that the list does not have, and as `parseDayRange`. */
  open(list: ExportedList, query: ListQuery): RowBatches {
    for (const name of Object.keys(query))
      if (notInFiles.includes(name)) throw invalid("没有这个筛选条件", name);
    const [error] = Value.Errors(schemas[list], query);
    if (error !== undefined) throw invalid("筛选条件不正确", error.instancePath.slice(1) || "list");
    switch (list) {
      case "audit":
        return readBatches(rules.auditHeads, this.#readAudit(query as AuditQuery));
      case "vouchers":
        return readBatches(rules.voucherHeads, this.#readVouchers(query as VoucherQuery));
      case "cards":
        return readBatches(rules.cardHeads, this.#readCards(query as CardQuery));
      case "withdrawals":
        return readBatches(rules.withdrawalHeads, this.#readWithdrawals(query));
      case "security":
        return readBatches(rules.securityHeads, this.#readSecurity(query as EventQuery));
      case "refund-requests":
        return this.#orders.openRequests(query as CaseQuery);
      case "failed-refunds":
        return this.#orders.openFailed(query as FailedRefundQuery);
      case "restaurants":
        return this.#chain.openRestaurants(query as ChainQuery);
      case "staff":
        return this.#chain.openStaff(query as MemberQuery);
      case "invoices":
        return this.#orders.openInvoices(query as InvoiceQuery);
      case "orders":
        return this.#orders.openOrders(query as OrderListQuery);
    }
  }

  #readAudit(query: AuditQuery): ReadRows {
    const filter = parseAuditFilter(query);
    return async (page) => {
      const rows = await this.#deps.database.read((queries) => listEntries(queries, filter, page));
      return rows.map(({ entry, actorName, cursorAt }) => {
        const detail = JSON.stringify(entry.detail);
        const shown = { ...entry, detail, actor_name: actorName, at: entry.createdAt.toISOString() };
        return { cells: rules.toAuditCells(shown), cursor: { at: cursorAt, id: entry.id } };
      });
    };
  }

  #readVouchers(query: VoucherQuery): ReadRows {
    const { database, clock, config } = this.#deps;
    const now = clock.now();
    const filter = parseVoucherFilter(query, now);
    return async (page) => {
      const { rows, names, orderNos } = await database.read(async (queries) => {
        const list = await vouchers.list(queries, filter, page);
        const orderIds = list.flatMap(({ orderId }) => orderId ?? []);
        return {
          rows: list,
          names: await findNames(
            queries,
            list.map(({ issuedBy }) => issuedBy),
          ),
          orderNos: await findOrderNos(queries, orderIds),
        };
      });
      return rows.map((row) => ({
        cells: rules.toVoucherCells(presentIssuedVoucher(row, config.publicUrl, now), {
          issuer: rules.nameActor(row.issuedBy, names),
          orderNo: orderNos.get(row.orderId ?? "") ?? "",
        }),
        cursor: { at: row.cursorAt, id: row.id },
      }));
    };
  }

  #readCards(query: CardQuery): ReadRows {
    const filter = parseCardFilter(query);
    return async (page) => {
      const { rows, names } = await this.#deps.database.read(async (queries) => {
        const list = await cards.list(queries, filter, page);
        const ids = list.map(({ card }) => card.issuedBy);
        return { rows: list, names: await findNames(queries, ids) };
      });
      return rows.map((row) => ({
        cells: rules.toCardCells(presentIssuedCard(row, ""), rules.nameActor(row.card.issuedBy, names)),
        cursor: { at: row.cursorAt, id: row.card.id },
      }));
    };
  }

  #readWithdrawals(query: ListQuery): ReadRows {
    const filter = { status: query.status as ReviewFilter["status"], ...parseDayRange(query) };
    return async (page) => {
      const { rows, names } = await this.#deps.database.read(async (queries) => {
        const list = await listNewest(queries, filter, page);
        const ids = list.flatMap(({ withdrawal }) => withdrawal.reviewedBy ?? []);
        return { rows: list, names: await findNames(queries, ids) };
      });
      const nameReviewer = (actor: string | null) => (actor === null ? "" : rules.nameActor(actor, names));
      return rows.map((row) => ({
        cells: rules.toWithdrawalCells(
          presentReviewedWithdrawal(row, this.#deps.chainSettings),
          nameReviewer(row.withdrawal.reviewedBy),
        ),
        cursor: { at: row.cursorAt, id: row.withdrawal.id },
      }));
    };
  }

  #readSecurity(query: EventQuery): ReadRows {
    const filter = parseEventFilter(query);
    return async (page) => {
      const rows = await this.#deps.database.read((queries) => listEvents(queries, filter, page));
      return rows.map(({ event, subjectName, cursorAt }) => ({
        cells: rules.toSecurityCells({ ...event, subjectName }),
        cursor: { at: cursorAt, id: event.id },
      }));
    };
  }
}

/** Returns the filters for the audit log, without a full phone, and without a number of a card or a voucher. */
export function describeFilters(list: ExportedList, query: ListQuery): ListQuery {
  const mask = (name: string, value: string | boolean) => {
    if (typeof value !== "string") return value;
    const phone = parsePhone(value);
    if (phone !== null) return maskPhone(phone);
    return name === "keyword" ? rules.maskNumber(list, value) : value;
  };
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, mask(name, value)]));
}
