import { createHash } from "node:crypto";
import { GatewayError } from "../GatewayError.ts";
import type { BillEntry } from "./WechatPayGateway.ts";

function billError(reason: string): GatewayError {
  return new GatewayError("wechat-pay bill", reason, false);
}

function parseFen(yuan: string | undefined): number {
  if (yuan === undefined || !/^\d+(\.\d{1,2})?$/.test(yuan)) throw billError("amount not understood");
  return Math.round(Number(yuan) * 100);
}

function toBillEntry(cell: (name: string) => string | undefined): BillEntry {
  const outTradeNo = cell("商户订单号") ?? "";
  if (cell("交易状态") === "REFUND")
    return {
      kind: "refund",
      number: cell("商户退款单号") ?? "",
      amountFen: parseFen(cell("申请退款金额")),
      state: cell("退款状态") ?? "",
    };
  return {
    kind: "payment",
    number: outTradeNo,
    amountFen: parseFen(cell("订单金额")),
    state: cell("交易状态") ?? "",
  };
}

/**
 * Parses a bill of all trades (pay.weixin.qq.com: "format of the trade bill"): a line of column names, a line
 * for each payment and each refund with a backtick before each cell, then the totals.
 * @throws GatewayError for a file with another hash or an unknown format
 */
export function parseBill(file: Buffer, sha1: string): BillEntry[] {
  if (createHash("sha1").update(file).digest("hex") !== sha1.toLowerCase()) throw billError("hash differs");
  const [names = "", ...lines] = file
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/);
  const columns = names.split(",");
  const end = lines.findIndex((line) => !line.startsWith("`"));
  if (!columns.includes("商户订单号") || end === -1) throw billError("not a bill");
  return lines.slice(0, end).map((line) => {
    const cells = line.slice(1).split(",`");
    return toBillEntry((name) => cells[columns.indexOf(name)]);
  });
}
