import type { Readable } from "node:stream";
import type { InvoiceStatus } from "#contract/invoice/limits.ts";
import { maskPhone } from "#contract/phone.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type Cell, openTableFile, type TableFormat } from "../../platform/tables/table-file.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { type InvoiceQuery, parseInvoiceFilter } from "./invoice-filter.rules.ts";
import { type InvoiceFilter, type ListedInvoice, listBefore } from "./invoice-list.repository.ts";

const batchSize = 1_000;

const head = [
  "申请时间",
  "状态",
  "需冲红",
  "订单号",
  "门店",
  "抬头类型",
  "抬头",
  "税号",
  "邮箱",
  "金额（元）",
  "发票号码",
  "处理时间",
  "原因",
  "顾客手机号",
];

const statusNames: Record<InvoiceStatus, string> = {
  requested: "待开票",
  issued: "已开具",
  rejected: "已驳回",
  voided: "已作废",
};

/** The list of invoices as a file. */
export class InvoiceExportService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws "validation", "rule_broken" for filters; and for more rows than a workbook holds. */
  async write(format: TableFormat, query: InvoiceQuery): Promise<Readable | Buffer> {
    return await openTableFile("发票", format, this.#readRows(parseInvoiceFilter(query)));
  }

  /** Reads rows newest first, a batch after the last of the one before: each comes once while others are added. */
  async *#readRows(filter: InvoiceFilter): AsyncGenerator<Cell[][]> {
    yield [head];
    for (let before: { createdAt: Date; id: string } | undefined; ; ) {
      const rows = await listBefore(this.#deps.database.queries, filter, { before, limit: batchSize });
      yield rows.map(toCells);
      before = rows.at(-1)?.invoice;
      if (before === undefined || rows.length < batchSize) return;
    }
  }
}

function toCells({ invoice, orderNo, restaurant, phone }: ListedInvoice): Cell[] {
  return [
    formatLocalTime(invoice.createdAt),
    statusNames[invoice.status],
    invoice.needsReversal ? "是" : "",
    orderNo,
    restaurant.name,
    invoice.titleType === "company" ? "企业" : "个人",
    invoice.title,
    invoice.taxNumber ?? "",
    invoice.email ?? "",
    { fen: invoice.amountFen },
    invoice.invoiceNumber ?? "",
    invoice.changedAt === null ? "" : formatLocalTime(invoice.changedAt),
    invoice.reason ?? "",
    phone === null ? "" : maskPhone(phone),
  ];
}
