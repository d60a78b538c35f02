import { pageSizeDefault } from "#contract/constants.ts";
import type { InvoiceTitleType } from "#contract/invoice/limits.ts";
import type { Invoice, OrderInvoice } from "#contract/invoice/schema.ts";
import { formatYuan } from "#contract/money.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwnOrder } from "../order/order.service.ts";
import { hasUnfinishedRefund } from "../refund/refund.repository.ts";
import * as users from "../user/user.repository.ts";
import { presentInvoice, presentTitle } from "./invoice.presenter.ts";
import * as repository from "./invoice.repository.ts";
import { findInvoiceProblem, invoiceableFen, invoiceDeadline, parseTitle } from "./invoice.rules.ts";
import type { InvoiceFileService } from "./invoice-file.service.ts";
import { insertInvoice } from "./invoice-step.service.ts";

interface InvoiceInput {
  order_id: string;
  title_type: InvoiceTitleType;
  title: string;
  tax_number?: string;
  email?: string;
  expected_amount?: number;
  save_title?: boolean;
  client_key: string;
}

/** Invoices of customers on their completed orders. */
export class InvoiceService {
  readonly #deps: Deps;
  readonly #files: InvoiceFileService;

  constructor(deps: Deps, files: InvoiceFileService) {
    this.#deps = deps;
    this.#files = files;
  }

  /** Returns an order's newest invoice and those before it, and whether its customer can ask for one. Throws "not_found". */
  async readOfOrder(userId: string, orderId: string): Promise<OrderInvoice> {
    const { database, chainSettings } = this.#deps;
    const { queries } = database;
    const settings = chainSettings.current.invoices;
    const order = requireOwnOrder(await orders.findById(queries, orderId), userId);
    const [[newest, ...earlier], titles] = await Promise.all([
      repository.listNewest(queries, orderId),
      repository.listTitles(queries, userId),
    ]);
    const problem = isActive(newest) ? existsProblem : await this.#findProblem(queries, order, newest);
    const isReplacement = newest?.invoice.status === "voided";
    return {
      invoice: newest === undefined ? null : presentInvoice(newest),
      earlier: earlier.map(presentInvoice),
      amount: invoiceableFen(order, settings),
      problem,
      until: isReplacement ? null : (invoiceDeadline(order, settings)?.toISOString() ?? null),
      titles: titles.map(presentTitle),
    };
  }

  /** Returns why an order without an active invoice gets none; null if it can. */
  async #findProblem(
    queries: QueryRunner,
    order: orders.OrderRow,
    newest: repository.OrderedInvoice | undefined,
  ): Promise<OrderInvoice["problem"]> {
    const { chainSettings, clock } = this.#deps;
    return findInvoiceProblem(order, chainSettings.current.invoices, {
      now: clock.now(),
      hasUnfinishedRefund: await hasUnfinishedRefund(queries, order.id),
      isReplacement: newest?.invoice.status === "voided",
    });
  }

  async list(userId: string, query: { page?: number; pageSize?: number }) {
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const range = { offset: (page - 1) * pageSize, limit: pageSize };
    const { rows, total } = await repository.findPage(this.#deps.database.queries, userId, range);
    return { list: rows.map(presentInvoice), total, page, pageSize, has_more: page * pageSize < total };
  }

  /**
   * Submits a request to staff, once per idempotency key. Throws "not_found", "validation" for a wrong title, "rule_broken"
   * if the order gets no invoice, "conflict" if it has one or its amount is another one.
   */
  async request(userId: string, input: InvoiceInput): Promise<Invoice> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const idempotentRequest = {
      subjectId: userId,
      endpoint: "invoice/request",
      idempotencyKey: input.client_key,
      body: input,
      createdAt: now,
    };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, () => this.#create(tx, userId, input, now)),
    );
  }

  async #create(tx: QueryRunner, userId: string, input: InvoiceInput, now: Date): Promise<Invoice> {
    const title = parseTitle(input);
    await users.lockForShare(tx, userId);
    // From here on requests, refunds and decisions of staff about this order run one at a time.
    const order = requireOwnOrder(await orders.lockForUpdate(tx, input.order_id), userId);
    const [newest] = await repository.listNewest(tx, order.id);
    if (isActive(newest)) throw new AppError("conflict", {}, existsProblem.text);
    const settings = this.#deps.chainSettings.current.invoices;
    const problem = await this.#findProblem(tx, order, newest);
    if (problem !== null) throw new AppError("rule_broken", { reason: problem.code }, problem.text);
    const amountFen = invoiceableFen(order, settings);
    if (input.expected_amount !== undefined && input.expected_amount !== amountFen)
      throw new AppError(
        "conflict",
        { amount: amountFen },
        `开票金额已变为${formatYuan(amountFen)}，请确认后再提交`,
      );
    const id = newId();
    await insertInvoice(tx, {
      ...title,
      id,
      orderId: order.id,
      userId,
      status: "requested",
      needsReversal: false,
      amountFen,
      invoiceNumber: null,
      reason: null,
      createdAt: now,
      changedAt: null,
    });
    if (input.save_title) await repository.saveTitle(tx, toTitle(userId, title, now));
    const inserted = await repository.findById(tx, id);
    if (inserted === undefined) throw new Error("the invoice that was just inserted is missing");
    return presentInvoice(inserted);
  }

  /** Signs links to the PDFs of an invoice. Throws "not_found". */
  async createLink(userId: string, invoiceId: string) {
    const { queries } = this.#deps.database;
    const found = await repository.findById(queries, invoiceId);
    if (found === undefined || found.invoice.userId !== userId) throw new AppError("not_found");
    const { invoice, reversal } = await repository.findFiles(queries, invoiceId);
    // A voided invoice must not be used any more.
    const usable = found.invoice.status === "issued" ? invoice : undefined;
    if (usable === undefined && reversal === undefined)
      throw new AppError("not_found", {}, "这张发票还没有可以打开的文件");
    return await this.#files.sign({ url: usable?.id, reversal_url: reversal?.id });
  }

  /** Throws "not_found" for another customer's title. */
  async deleteTitle(userId: string, titleId: string): Promise<null> {
    if (!(await repository.deleteTitle(this.#deps.database.queries, userId, titleId)))
      throw new AppError("not_found");
    return null;
  }
}

const existsProblem = { code: "exists", text: "这笔订单已经申请过发票" } as const;

/** Returns whether an order with this newest invoice gets no other one. */
function isActive(newest: repository.OrderedInvoice | undefined): boolean {
  return newest !== undefined && ["requested", "issued"].includes(newest.invoice.status);
}

function toTitle(
  userId: string,
  { titleType, title, taxNumber }: ReturnType<typeof parseTitle>,
  usedAt: Date,
): repository.InvoiceTitleRow {
  return { id: newId(), userId, titleType, title, taxNumber, usedAt };
}
