import Type, { type Static } from "typebox";
import type { ProviderRefund, Trade } from "./WechatPayGateway.ts";

/** A trade in APIv3's JSON, as in responses and decrypted notifications. */
export const TransactionResource = Type.Object({
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

export const RefundResource = Type.Object({
  refund_id: Type.String(),
  out_refund_no: Type.String(),
  status: Type.Enum(["SUCCESS", "PROCESSING", "ABNORMAL", "CLOSED"]),
});

export const BillTicket = Type.Object({
  hash_type: Type.Literal("SHA1"),
  hash_value: Type.String(),
  download_url: Type.String({ pattern: "^https?://" }),
});

const knownStates = new Set(["SUCCESS", "REFUND", "NOTPAY", "CLOSED", "USERPAYING", "PAYERROR"]);

export function toTrade(resource: Static<typeof TransactionResource>): Trade {
  return {
    outTradeNo: resource.out_trade_no,
    state: knownStates.has(resource.trade_state) ? (resource.trade_state as Trade["state"]) : "UNKNOWN",
    transactionId: resource.transaction_id ?? null,
    mchid: resource.mchid,
    appid: resource.appid ?? "",
    amountFen: resource.amount?.total ?? null,
    currency: resource.amount?.currency ?? null,
    payerOpenid: resource.payer?.openid ?? null,
  };
}

export function toRefund(resource: Static<typeof RefundResource>): ProviderRefund {
  return { refundNo: resource.out_refund_no, providerId: resource.refund_id, state: resource.status };
}
