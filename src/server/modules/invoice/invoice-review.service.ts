import { pageSizeDefault } from "#contract/constants.ts";
import { invoiceNumberPattern } from "#contract/invoice/limits.ts";
import { formatYuan } from "#contract/money.ts";
import type { StaffInvoiceDetail } from "#contract/staff/invoice/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import type { UploadForm } from "../../platform/files/multipart.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import * as orders from "../order/order.repository.ts";
import { hasUnfinishedRefund } from "../refund/refund.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import { presentInvoiceDetail, presentStaffInvoice } from "./invoice.presenter.ts";
import * as repository from "./invoice.repository.ts";
import { isRefunding } from "./invoice.rules.ts";
import type { InvoiceFileService } from "./invoice-file.service.ts";
import { type InvoiceQuery, parseInvoiceFilter } from "./invoice-filter.rules.ts";
import { findListedById, findPage } from "./invoice-list.repository.ts";
import { changeInvoice } from "./invoice-step.service.ts";

interface ReasonInput {
  invoice_id: string;
  reason: string;
  client_key: string;
}

type Locked = { invoice: repository.InvoiceRow; order: orders.OrderRow };

/** What staff do about invoices: agents and admins see them, only admins decide. */
export class InvoiceReviewService {
  readonly #deps: Deps;
  readonly #files: InvoiceFileService;

  constructor(deps: Deps, files: InvoiceFileService) {
    this.#deps = deps;
    this.#files = files;
  }

  /** Throws "forbidden" for restaurant staff. */
  async list(staffId: string, query: InvoiceQuery & { page?: number; pageSize?: number }) {
    const { database } = this.#deps;
    await requireRole(database.lookups, staffId, ["agent", "admin"]);
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const range = { offset: (page - 1) * pageSize, limit: pageSize };
    const filter = parseInvoiceFilter(query);
    const { rows, total } = await database.read((queries) => findPage(queries, filter, range));
    const has_more = page * pageSize < total;
    return { list: rows.map(presentStaffInvoice), total, page, pageSize, has_more };
  }

  /** Throws "forbidden" for restaurant staff, "not_found". */
  async read(staffId: string, invoiceId: string): Promise<StaffInvoiceDetail> {
    await requireRole(this.#deps.database.lookups, staffId, ["agent", "admin"]);
    return await readDetail(this.#deps.database.queries, invoiceId);
  }

  /**
   * Issues a requested invoice with its PDF, or replaces the PDF of an issued one. The same PDF again changes the number,
   * with the same number nothing.
   * Throws "forbidden", "not_found", "validation", "conflict".
   */
  async issue(staffId: string, read: () => Promise<UploadForm>): Promise<StaffInvoiceDetail> {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, ["admin"]);
    const { file, fields } = await read();
    const { invoice_id: invoiceId = "", amount = "", invoice_number: number = "" } = fields;
    const invoiceNumber = number.replace(/\s+/g, "");
    if (invoiceNumber !== "" && !new RegExp(invoiceNumberPattern).test(invoiceNumber))
      throw invalid("发票号码应为 8 位或 20 位数字", "invoice_number");
    await this.#files.store(file, async (tx, digest) => {
      const { invoice, order } = await lock(tx, invoiceId);
      const { invoice: stored } = await repository.findFiles(tx, invoiceId);
      const isFirst = invoice.status === "requested";
      const isSameFile = !isFirst && stored?.digest === digest;
      const isSameNumber = (invoiceNumber || null) === invoice.invoiceNumber;
      if (invoice.status === "issued" && isSameFile && isSameNumber) return null;
      assertIssuable({ invoice, order }, amount, await hasUnfinishedRefund(tx, order.id));
      const values = { status: "issued", invoiceNumber: invoiceNumber || null } as const;
      const now = this.#deps.clock.now();
      await this.#change(tx, { invoice, order }, staffId, {
        action: isFirst ? "invoice.issue" : "invoice.replace",
        values: isFirst ? { ...values, changedAt: now } : values,
        note: isFirst ? null : isSameFile ? "更改了发票号码" : "更换了发票文件",
        detail: { amount: invoice.amountFen },
      });
      return isSameFile ? null : { invoiceId, kind: "invoice", uploadedBy: staffId };
    });
    return await readDetail(queries, invoiceId);
  }

  /** Rejects a requested invoice, once per idempotency key. Throws "forbidden", "not_found", "conflict". */
  async reject(staffId: string, input: ReasonInput): Promise<StaffInvoiceDetail> {
    return await this.#decide(staffId, input, {
      from: "requested",
      to: "rejected",
      action: "invoice.reject",
      refusal: "这张发票已经处理过了，不能再驳回",
    });
  }

  /** Voids an issued invoice, once per idempotency key. Throws "forbidden", "not_found", "conflict". */
  async void(staffId: string, input: ReasonInput): Promise<StaffInvoiceDetail> {
    return await this.#decide(staffId, input, {
      from: "issued",
      to: "voided",
      action: "invoice.void",
      refusal: "只有已开具的发票可以作废",
    });
  }

  /** Adds the PDF of the reversal to a voided invoice. Throws "forbidden", "not_found", "validation", "conflict". */
  async attachReversal(staffId: string, read: () => Promise<UploadForm>): Promise<StaffInvoiceDetail> {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, ["admin"]);
    const { file, fields } = await read();
    const invoiceId = fields.invoice_id ?? "";
    await this.#files.store(file, async (tx, digest) => {
      const { invoice, order } = await lock(tx, invoiceId);
      const { reversal } = await repository.findFiles(tx, invoiceId);
      if (reversal?.digest === digest) return null;
      if (invoice.status !== "voided") throw new AppError("conflict", {}, "请先作废发票，再上传红字发票");
      await this.#change(tx, { invoice, order }, staffId, {
        action: "invoice.reversal",
        values: { status: "voided" },
        note: "上传了红字发票",
        detail: {},
      });
      return { invoiceId, kind: "reversal", uploadedBy: staffId };
    });
    return await readDetail(queries, invoiceId);
  }

  async #decide(
    staffId: string,
    input: ReasonInput,
    decision: Pick<repository.InvoiceHistoryRow, "to"> & {
      from: repository.InvoiceRow["status"];
      action: string;
      refusal: string;
    },
  ): Promise<StaffInvoiceDetail> {
    const { database, clock } = this.#deps;
    await requireRole(database.lookups, staffId, ["admin"]);
    const { from, to, action, refusal } = decision;
    const reason = input.reason.trim();
    if (reason === "") throw invalid("请填写原因", "reason");
    const now = clock.now();
    const { client_key: idempotencyKey, invoice_id: invoiceId } = input;
    const request = { subjectId: staffId, endpoint: action, idempotencyKey, body: input, createdAt: now };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, request, async () => {
        const locked = await lock(tx, invoiceId);
        if (locked.invoice.status !== from) throw new AppError("conflict", {}, refusal);
        const values = { status: to, reason, needsReversal: false, changedAt: now };
        await this.#change(tx, locked, staffId, { action, values, note: reason, detail: { reason } });
        return await readDetail(tx, invoiceId);
      }),
    );
  }

  async #change(
    tx: QueryRunner,
    { invoice, order }: Locked,
    staffId: string,
    change: {
      action: string;
      values: Partial<repository.InvoiceRow>;
      note: string | null;
      detail: Record<string, unknown>;
    },
  ): Promise<void> {
    const { action, values, note, detail } = change;
    const now = this.#deps.clock.now();
    await changeInvoice(tx, invoice, { values, actor: "staff", actorId: staffId, note, now });
    const entry = { actor: staffId, action, target: order.id, detail: { invoice: invoice.id, ...detail } };
    await insertAudit(tx, { ...entry, createdAt: now });
  }
}

/** Locks an invoice's order, then the invoice, until the transaction ends. Throws "not_found". */
async function lock(tx: QueryRunner, invoiceId: string): Promise<Locked> {
  const found = await repository.findById(tx, invoiceId);
  const order = found && (await orders.lockForUpdate(tx, found.invoice.orderId));
  const invoice = await repository.lockForUpdate(tx, invoiceId);
  if (invoice === undefined || order === undefined) throw new AppError("not_found", {}, "发票不存在");
  return { invoice, order };
}

/** Throws "conflict" for an invoice that is over, or whose amount changed or may be changing. */
function assertIssuable({ invoice, order }: Locked, seenAmount: string, hasUnfinished: boolean): void {
  if (!["requested", "issued"].includes(invoice.status))
    throw new AppError("conflict", {}, "这张发票已经处理过了，不能再开具");
  if (invoice.needsReversal) throw new AppError("conflict", {}, "订单已退款，请先作废（冲红）这张发票");
  if (invoice.status === "requested" && (isRefunding(order) || hasUnfinished))
    throw new AppError("conflict", {}, "这笔订单正在退款，退款结束后再开票");
  if (seenAmount !== String(invoice.amountFen))
    throw new AppError(
      "conflict",
      { amount: invoice.amountFen },
      `开票金额已变为${formatYuan(invoice.amountFen)}，请核对发票后再开具`,
    );
}

async function readDetail(queries: QueryRunner, invoiceId: string): Promise<StaffInvoiceDetail> {
  const listed = await findListedById(queries, invoiceId);
  const order = listed && (await orders.findById(queries, listed.invoice.orderId));
  if (order === undefined) throw new AppError("not_found", {}, "发票不存在");
  const files = await repository.findFiles(queries, invoiceId);
  return presentInvoiceDetail(
    listed as NonNullable<typeof listed>,
    order,
    files,
    await repository.listHistory(queries, invoiceId),
  );
}
