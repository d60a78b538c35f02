import { createCipheriv, createSign, createVerify, randomBytes } from "node:crypto";
import type { Credentials } from "../credentials.ts";

const SCHEME = "WECHATPAY2-SHA256-RSA2048";
const CLOCK_WINDOW_S = 300;

/** The parts of an incoming request that its signature covers; `url` is path and query as received. */
export type SignedRequest = { authorization: string | undefined; method: string; url: string; body: Buffer };

function parseAuthorization(header: string): Map<string, string> {
  return new Map(
    [...header.slice(SCHEME.length + 1).matchAll(/(\w+)="([^"]*)"/g)].map((found) => [
      found[1] ?? "",
      found[2] ?? "",
    ]),
  );
}

/**
 * Returns the reason to reject a merchant's request (a Chinese sentence), or null when its signature is
 * valid.
 */
export function verifyMerchantSignature(request: SignedRequest, keys: Credentials): string | null {
  if (!request.authorization?.startsWith(`${SCHEME} `))
    return "Http头Authorization值格式错误，认证类型不正确";
  const fields = parseAuthorization(request.authorization);
  const field = (name: string) => fields.get(name) ?? "";
  if (["mchid", "serial_no", "timestamp", "nonce_str", "signature"].some((name) => !field(name)))
    return "Http头Authorization值格式错误，缺少必要的参数";
  if (field("mchid") !== keys.mchid) return "商户号不存在或与证书不符";
  if (field("serial_no") !== keys.merchantSerial) return "商户证书序列号有误";
  if (!/^\d{1,12}$/.test(field("timestamp"))) return "Http头Authorization中的timestamp格式错误";
  if (Math.abs(Date.now() / 1000 - Number(field("timestamp"))) > CLOCK_WINDOW_S)
    return "Http头Authorization中的timestamp与发起请求的时间相差过大";
  const isValid = createVerify("RSA-SHA256")
    .update(`${request.method}\n${request.url}\n${field("timestamp")}\n${field("nonce_str")}\n`)
    .update(request.body)
    .update("\n")
    .verify(keys.merchantPublicKey, field("signature"), "base64");
  return isValid ? null : "签名错误，请检查后再试";
}

/**
 * Creates WeChat Pay's signature headers for a response or a notification; a 204 is signed over the empty
 * text.
 */
export function platformHeaders(body: string, keys: Credentials): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString("hex");
  const signature = createSign("RSA-SHA256")
    .update(`${timestamp}\n${nonce}\n${body}\n`)
    .sign(keys.platformPrivateKey, "base64");
  return {
    "Wechatpay-Timestamp": timestamp,
    "Wechatpay-Nonce": nonce,
    "Wechatpay-Signature": signature,
    "Wechatpay-Serial": keys.platformKeyId,
    "Wechatpay-Signature-Type": SCHEME,
  };
}

/** An encrypted notification resource (AEAD_AES_256_GCM, the tag at the end of the ciphertext). */
export type EncryptedResource = {
  original_type: string;
  algorithm: "AEAD_AES_256_GCM";
  ciphertext: string;
  associated_data: string;
  nonce: string;
};

/** Encrypts a notification's content with the merchant's APIv3 key. */
export function encryptResource(
  type: "transaction" | "refund" | "certificate",
  content: object,
  keys: Credentials,
): EncryptedResource {
  const nonce = randomBytes(6).toString("hex");
  const cipher = createCipheriv("aes-256-gcm", keys.apiV3Key, nonce).setAAD(Buffer.from(type));
  const encrypted = [cipher.update(JSON.stringify(content), "utf8"), cipher.final()];
  const ciphertext = Buffer.concat([...encrypted, cipher.getAuthTag()]).toString("base64");
  return { original_type: type, algorithm: "AEAD_AES_256_GCM", ciphertext, associated_data: type, nonce };
}
