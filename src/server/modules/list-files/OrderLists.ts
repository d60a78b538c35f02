import type { Deps } from "../../platform/Deps.ts";
import type { Cursor } from "../../platform/database/row-page.ts";
import type { RowBatches } from "../../platform/tables/table-file.ts";
import { type InvoiceQuery, parseInvoiceFilter } from "../invoice/invoice-filter.rules.ts";
import * as invoices from "../invoice/invoice-list.repository.ts";
import { type OrderListQuery, parseOrderListFilter } from "../order/order-list.presenter.ts";
import * as orders from "../order/order-list.repository.ts";
import {
  type FailedRefundQuery,
  parseFailedRefundFilter,
  presentFailedRefund,
} from "../refund/failed-refund.presenter.ts";
import { listLatestFailed } from "../refund/refund.repository.ts";
import { listNewestCases } from "../refund/refund-request.repository.ts";
import { type CaseQuery, parseCaseFilter, presentRefundCase } from "../refund/refund-review.presenter.ts";
import { invoiceHeads, toInvoiceCells } from "./invoice-list-file.rules.ts";
import { readBatches } from "./list-batch.rules.ts";
import { orderHeads, toOrderCells } from "./order-list-file.rules.ts";
import * as rules from "./refund-list-file.rules.ts";

/** The lists of orders, their refunds and invoices as rows of files. */
export class OrderLists {
  readonly #deps: Pick<Deps, "database" | "clock">;

  constructor(deps: Pick<Deps, "database" | "clock">) {
    this.#deps = deps;
  }

  /** Begins to read refund requests, the newest first. Throws as `parseCaseFilter`. */
  openRequests(query: CaseQuery): RowBatches {
    const filter = parseCaseFilter(query);
    return readBatches<Cursor>(rules.requestHeads, async (page) => {
      const rows = await this.#deps.database.read((queries) => listNewestCases(queries, filter, page));
      return rows.map((row) => ({
        cells: rules.toRequestCells(presentRefundCase(row)),
        cursor: { at: row.cursorAt, id: row.request.id },
      }));
    });
  }

  /** Begins to read failed refunds, the latest first. Throws as `parseFailedRefundFilter`. */
  openFailed(query: FailedRefundQuery): RowBatches {
    const filter = parseFailedRefundFilter(query);
    return readBatches<Cursor>(rules.failedHeads, async (page) => {
      const rows = await this.#deps.database.read((queries) => listLatestFailed(queries, filter, page));
      return rows.map((row) => ({
        cells: rules.toFailedCells(presentFailedRefund(row)),
        cursor: { at: row.cursorAt, id: row.refund.id },
      }));
    });
  }

  /** Begins to read orders of the chain, the newest first. Throws as `parseOrderListFilter`. */
  openOrders(query: OrderListQuery): RowBatches {
    const filter = parseOrderListFilter(query, this.#deps.clock.now());
    return readBatches<Cursor>(orderHeads, async (page) => {
      const rows = await this.#deps.database.read((queries) => orders.listNewest(queries, filter, page));
      return rows.map((row) => ({
        cells: toOrderCells(row),
        cursor: { at: row.cursorAt, id: row.order.id },
      }));
    });
  }

  /** Begins to read invoices, the newest first. Throws as `parseInvoiceFilter`. */
  openInvoices(query: InvoiceQuery): RowBatches {
    const filter = parseInvoiceFilter(query);
    return readBatches<Cursor>(invoiceHeads, async (page) => {
      const rows = await this.#deps.database.read((queries) => invoices.listNewest(queries, filter, page));
      return rows.map((row) => ({
        cells: toInvoiceCells(row),
        cursor: { at: row.cursorAt, id: row.invoice.id },
      }));
    });
  }
}
