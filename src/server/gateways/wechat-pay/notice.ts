import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { GatewayError } from "../GatewayError.ts";
import type { Notice, RawNotice } from "./WechatPayGateway.ts";
import { TradeAnswer, toTrade } from "./wire.ts";

const windowMs = 300_000;
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
const RefundNotice = Type.Object({ out_refund_no: Type.String(), out_trade_no: Type.String() });

function refuse(word: string): never {
  throw new GatewayError("wechat-pay notice", word, false);
}

/**
 * Proves that a notification is the provider's and reads it
 * (pay.weixin.qq.com APIv3: "callback notification signature", "decrypting callbacks").
 */
export async function readNotice(
  raw: RawNotice,
  now: Date,
  keys: { publicKeys: Record<string, string>; apiV3Key: string },
): Promise<Notice> {
  const { Aes, Rsa } = await import("wechatpay-axios-plugin");
  const header = (name: string) => raw.headers[`wechatpay-${name}`] ?? refuse(`no ${name}`);
  const timestamp = header("timestamp");
  if (!(Math.abs(now.getTime() - Number(timestamp) * 1000) <= windowMs)) refuse("outside the time window");
  const publicKey = Object.hasOwn(keys.publicKeys, header("serial"))
    ? keys.publicKeys[header("serial")]
    : undefined;
  if (publicKey === undefined) refuse("unknown serial");
  const signed = `${timestamp}\n${header("nonce")}\n${raw.body.toString("utf8")}\n`;
  if (!Rsa.verify(signed, header("signature"), publicKey as string)) refuse("bad signature");
  const envelope: unknown = JSON.parse(raw.body.toString("utf8"));
  if (!Value.Check(Envelope, envelope)) return refuse("not an envelope");
  const { ciphertext, nonce, associated_data } = envelope.resource;
  const opened = Aes.AesGcm.decrypt(ciphertext, keys.apiV3Key, nonce, associated_data ?? "");
  return readContent(envelope, JSON.parse(opened));
}

function readContent(envelope: Static<typeof Envelope>, content: unknown): Notice {
  if (envelope.event_type.startsWith("REFUND.") && Value.Check(RefundNotice, content)) {
    return {
      kind: "refund",
      id: envelope.id,
      refundNo: content.out_refund_no,
      outTradeNo: content.out_trade_no,
    };
  }
  if (Value.Check(TradeAnswer, content)) return { kind: "payment", id: envelope.id, trade: toTrade(content) };
  return refuse(`unknown event ${envelope.event_type}`);
}
