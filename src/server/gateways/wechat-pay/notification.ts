import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { GatewayError } from "../GatewayError.ts";
import { TransactionResource, toTrade } from "./resources.ts";
import { type PaymentNotification, type RawNotification, undecryptableCode } from "./WechatPayGateway.ts";

const maxClockSkewMs = 300_000;
const Envelope = Type.Object({
  id: Type.String(),
  event_type: Type.String(),
  resource: Type.Object({
    algorithm: Type.Literal("AEAD_AES_256_GCM"),
    ciphertext: Type.String(),
    nonce: Type.String(),
    associated_data: Type.Optional(Type.String()),
  }),
});
const RefundNotification = Type.Object({ out_refund_no: Type.String(), out_trade_no: Type.String() });

function rejectNotification(reason: string): never {
  throw new GatewayError("wechat-pay notice", reason, false);
}

/**
 * Verifies that a notification comes from the provider, then decrypts and parses it (pay.weixin.qq.com APIv3:
 * "callback notification signature", "decrypting callbacks").
 * @throws GatewayError
 */
export async function verifyNotification(
  raw: RawNotification,
  now: Date,
  keys: { publicKeys: Record<string, string>; apiV3Key: string },
): Promise<PaymentNotification> {
  const { Aes, Rsa } = await import("wechatpay-axios-plugin");
  const header = (name: string) => raw.headers[`wechatpay-${name}`] ?? rejectNotification(`no ${name}`);
  const timestamp = header("timestamp");
  if (!(Math.abs(now.getTime() - Number(timestamp) * 1000) <= maxClockSkewMs))
    rejectNotification("outside the time window");
  const publicKey = Object.hasOwn(keys.publicKeys, header("serial"))
    ? keys.publicKeys[header("serial")]
    : undefined;
  if (publicKey === undefined) rejectNotification("unknown serial");
  const signed = `${timestamp}\n${header("nonce")}\n${raw.body.toString("utf8")}\n`;
  if (!Rsa.verify(signed, header("signature"), publicKey as string)) rejectNotification("bad signature");
  const envelope: unknown = JSON.parse(raw.body.toString("utf8"));
  if (!Value.Check(Envelope, envelope)) return rejectNotification("not an envelope");
  const { ciphertext, nonce, associated_data } = envelope.resource;
  let plaintext: string;
  try {
    plaintext = Aes.AesGcm.decrypt(ciphertext, keys.apiV3Key, nonce, associated_data ?? "");
  } catch {
    return rejectNotification(undecryptableCode);
  }
  return parseContent(envelope, JSON.parse(plaintext));
}

function parseContent(envelope: Static<typeof Envelope>, content: unknown): PaymentNotification {
  if (envelope.event_type.startsWith("REFUND.") && Value.Check(RefundNotification, content)) {
    return {
      kind: "refund",
      id: envelope.id,
      refundNo: content.out_refund_no,
      outTradeNo: content.out_trade_no,
    };
  }
  if (Value.Check(TransactionResource, content))
    return { kind: "payment", id: envelope.id, trade: toTrade(content) };
  return rejectNotification(`unknown event ${envelope.event_type}`);
}
