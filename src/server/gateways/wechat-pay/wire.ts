import Type, { type Static } from "typebox";
import type { ProviderRefund, Trade } from "./WechatPayGateway.ts";

/** A trade as APIv3 writes it, in answers and in decrypted notifications. */
export const TradeAnswer = Type.Object({
  mchid: Type.String(),
  appid: Type.Optional(Type.String()),
  out_trade_no: Type.String(),
  trade_state: Type.String(),
  transaction_id: Type.Optional(Type.String()),
  amount: Type.Optional(
    Type.Object({ total: Type.Optional(Type.Integer()), currency: Type.Optional(Type.String()) }),
  ),
  payer: Type.Optional(Type.Object({ openid: Type.Optional(Type.String()) })),
});

export const RefundAnswer = Type.Object({
  refund_id: Type.String(),
  out_refund_no: Type.String(),
  status: Type.Enum(["SUCCESS", "PROCESSING", "ABNORMAL", "CLOSED"]),
});

export const BillTicket = Type.Object({
  hash_type: Type.Literal("SHA1"),
  hash_value: Type.String(),
  download_url: Type.String({ pattern: "^https?://" }),
});

const known = new Set(["SUCCESS", "REFUND", "NOTPAY", "CLOSED", "USERPAYING", "PAYERROR"]);

export function toTrade(answer: Static<typeof TradeAnswer>): Trade {
  return {
    outTradeNo: answer.out_trade_no,
    state: known.has(answer.trade_state) ? (answer.trade_state as Trade["state"]) : "UNKNOWN",
    transactionId: answer.transaction_id ?? null,
    mchid: answer.mchid,
    appid: answer.appid ?? "",
    amountFen: answer.amount?.total ?? null,
    currency: answer.amount?.currency ?? null,
    payerOpenid: answer.payer?.openid ?? null,
  };
}

export function toRefund(answer: Static<typeof RefundAnswer>): ProviderRefund {
  return { refundNo: answer.out_refund_no, providerId: answer.refund_id, state: answer.status };
}
