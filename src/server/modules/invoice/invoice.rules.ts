import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { emailPattern } from "#contract/invoice/limits.ts";
import type { OrderInvoice } from "#contract/invoice/schema.ts";
import { findTaxNumberProblem, normalizeTaxNumber } from "#contract/invoice/tax-number.ts";
import type { RefundStatus } from "#contract/order/status.ts";
import { invalid } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import type { OrderRow } from "../order/order.repository.ts";

type Settings = ChainSettings["invoices"];
type PaidOrder = Pick<OrderRow, "paidFen" | "refundedFen" | "paymentMethod">;
type InvoicedOrder = PaidOrder & Pick<OrderRow, "status" | "refundStatus" | "completedAt">;
type Problem = NonNullable<OrderInvoice["problem"]>;

const dayMs = 86_400_000;
/** Refund statuses in which the amount may still change. */
const openRefundStatuses: readonly RefundStatus[] = ["requested", "refunding", "failed"];

/**
 * Returns the amount of an order's invoice in fen: the money paid less what went back. Points and vouchers are no money;
 * what a member card paid was invoiced with the card, unless the chain invoices it with the order.
 */
export function invoiceableFen(order: PaidOrder, settings: Pick<Settings, "card_orders">): number {
  if (order.paymentMethod === "card" && !settings.card_orders) return 0;
  return remainingFen(order);
}

/** Returns the money of an order that did not go back, in fen. */
export function remainingFen({ paidFen, refundedFen }: Pick<OrderRow, "paidFen" | "refundedFen">): number {
  return paidFen - refundedFen;
}

/** Returns whether money of an order may be going back. */
export function isRefunding({ refundStatus }: Pick<OrderRow, "refundStatus">): boolean {
  return openRefundStatuses.includes(refundStatus);
}

/** Returns until when an invoice can be asked for; null before the order is completed. */
export function invoiceDeadline(
  { completedAt }: Pick<OrderRow, "completedAt">,
  { request_days }: Pick<Settings, "request_days">,
): Date | null {
  return completedAt === null ? null : addMs(completedAt, request_days * dayMs);
}

/** What is known about an order besides its row. */
interface Circumstances {
  now: Date;
  /** Whether a refund is under way beside one that ended, which the order's own status may not say. */
  hasUnfinishedRefund: boolean;
  /** Whether its newest invoice was voided: another one in its place has no deadline. */
  isReplacement: boolean;
}

/** Returns why an order that has no invoice gets none, with the sentence for its customer; null if it can. */
export function findInvoiceProblem(
  order: InvoicedOrder,
  settings: Settings,
  { now, hasUnfinishedRefund, isReplacement }: Circumstances,
): Problem | null {
  const until = invoiceDeadline(order, settings);
  if (!settings.offered) return { code: "not_offered", text: "暂不支持在线申请发票，请联系客服" };
  if (order.status === "cancelled") return { code: "refunded", text: "订单已取消，没有可以开票的金额" };
  if (order.status !== "completed" || until === null)
    return { code: "not_completed", text: "订单完成后才能申请发票" };
  if (order.paidFen === 0)
    return { code: "nothing_paid", text: "这笔订单没有实付金额，积分和餐券抵扣的部分不能开票" };
  if (isRefunding(order) || hasUnfinishedRefund)
    return { code: "refunding", text: "退款还在处理，退款结束后再申请发票" };
  if (remainingFen(order) === 0) return { code: "refunded", text: "订单已全额退款，没有可以开票的金额" };
  if (invoiceableFen(order, settings) === 0)
    return { code: "member_card", text: "会员卡支付的部分已在售卡时开票，这里不能重复开" };
  if (now > until && !isReplacement)
    return { code: "too_late", text: `已过申请期限（${formatLocalTime(until)}），需要发票请联系客服` };
  return null;
}

interface TitleInput {
  title_type: "person" | "company";
  title: string;
  tax_number?: string;
  email?: string;
}

/** Reads whom an invoice is made out to. Throws "validation" with the field and a sentence. */
export function parseTitle(input: TitleInput) {
  const title = input.title.trim();
  if (title === "") throw invalid("请输入抬头", "title");
  const email = input.email?.trim() ?? "";
  if (email !== "" && !new RegExp(emailPattern).test(email)) throw invalid("请输入正确的邮箱", "email");
  const contact = { title, email: email === "" ? null : email };
  if (input.title_type === "person") return { ...contact, titleType: "person" as const, taxNumber: null };
  const taxNumber = normalizeTaxNumber(input.tax_number ?? "");
  if (taxNumber === "") throw invalid("企业抬头请填写税号", "tax_number");
  const problem = findTaxNumberProblem(taxNumber);
  if (problem !== null) throw invalid(taxNumberTexts[problem], "tax_number");
  return { ...contact, titleType: "company" as const, taxNumber };
}

const taxNumberTexts = {
  length: "税号应为 18 位（统一社会信用代码）或 15 位",
  characters: "税号里有不能出现的字符，请核对",
  check_digit: "税号的校验位不对，请核对是否输错",
};
