import { createHash } from "node:crypto";
import { formatChinaDateTime } from "../shared/chinaTime.ts";
import { PayError, type Refund, type Trade } from "./payTypes.ts";
import type { TransactionRepository } from "./TransactionRepository.ts";

/** Columns of a bill of all transactions, in WeChat Pay's order for an ordinary merchant. */
const COLUMNS =
  "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
const TOTALS = "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";

type Row = { at: string; cells: (string | number)[]; paidFen: number; refundFen: number };

const formatYuan = (fen: number) => (fen / 100).toFixed(2);
const formatLine = (cells: readonly (string | number)[]) => cells.map((cell) => `\`${cell}`).join(",");

function toRow(trade: Trade, at: string, refund: Refund | null): Row {
  const paidFen = refund ? 0 : trade.totalFen;
  const refundFen = refund ? refund.refundFen : 0;
  const kind = trade.kind === "h5" ? "MWEB" : "JSAPI";
  const start = [formatChinaDateTime(at), trade.appid, trade.mchid, "0", ""];
  const numbers = [trade.transactionId ?? "", trade.outTradeNo, trade.openid ?? ""];
  const state = [kind, refund ? "REFUND" : "SUCCESS", "OTHERS", "CNY", formatYuan(paidFen), "0.00"];
  const back = refund
    ? [refund.refundId, refund.outRefundNo, formatYuan(refundFen), "0.00", "ORIGINAL", refund.status]
    : ["0", "0", "0.00", "0.00", "", ""];
  const end = [
    trade.description,
    trade.attach ?? "",
    "0.00000",
    "0.60%",
    formatYuan(paidFen),
    formatYuan(refundFen),
    "",
  ];
  return { at, cells: [...start, ...numbers, ...state, ...back, ...end], paidFen, refundFen };
}

/** Lists the payments and accepted refunds of a day in China's time zone; a refund has its current state. */
function listRows(repository: TransactionRepository, day: string): Row[] {
  const trades = [...repository.trades.values()].flatMap((trade) =>
    trade.paidAt ? [toRow(trade, trade.paidAt, null)] : [],
  );
  const refunds = [...repository.refunds.values()].flatMap((refund) => {
    const trade = repository.trades.get(refund.outTradeNo);
    return trade ? [toRow(trade, refund.createdAt, refund)] : [];
  });
  return [...trades, ...refunds].filter(({ at }) => formatChinaDateTime(at).startsWith(day));
}

/**
 * Formats a day's bill as text. Throws NO_STATEMENT_EXIST for a day without transactions, as the real
 * provider does; unlike the real one it also serves the current day.
 */
export function formatBill(repository: TransactionRepository, day: unknown): string {
  if (typeof day !== "string" || !/^\d{4}-\d\d-\d\d$/.test(day))
    throw new PayError(400, "PARAM_ERROR", "参数“bill_date”格式不正确");
  const rows = listRows(repository, day);
  if (rows.length === 0) throw new PayError(400, "NO_STATEMENT_EXIST", "账单文件不存在");
  const sum = (name: "paidFen" | "refundFen") =>
    formatYuan(rows.reduce((total, row) => total + row[name], 0));
  const totals = [
    rows.length,
    sum("paidFen"),
    sum("refundFen"),
    "0.00",
    "0.00",
    sum("paidFen"),
    sum("refundFen"),
  ];
  return [
    `\uFEFF${COLUMNS}`,
    ...rows.map(({ cells }) => formatLine(cells)),
    TOTALS,
    formatLine(totals),
    "",
  ].join("\r\n");
}

/** Returns the download URL of a bill and its expected hash. */
export function createBillTicket(repository: TransactionRepository, day: unknown, publicUrl: string): object {
  const text = formatBill(repository, day);
  return {
    hash_type: "SHA1",
    hash_value: createHash("sha1").update(text).digest("hex"),
    download_url: `${publicUrl}/v3/billdownload/file?token=${day}`,
  };
}
