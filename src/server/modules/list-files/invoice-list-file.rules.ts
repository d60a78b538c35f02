import type { InvoiceStatus } from "#contract/invoice/limits.ts";
import { maskPhone } from "#contract/phone.ts";
import type { Cell } from "../../platform/tables/table-file.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import type { ListedInvoice } from "../invoice/invoice-list.repository.ts";

const statusNames: Record<InvoiceStatus, string> = {
  requested: "待开票",
  issued: "已开具",
  rejected: "已驳回",
  voided: "已作废",
};

export const invoiceHeads = [
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
export function toInvoiceCells({ invoice, orderNo, restaurant, phone }: ListedInvoice): Cell[] {
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
