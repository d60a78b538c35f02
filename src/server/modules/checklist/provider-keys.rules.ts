import type { ChecklistItem } from "#contract/staff/checklist/schema.ts";
import type { ProviderKeys } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { NoticeRecord } from "../../platform/database/notice-record.ts";

/** Returns what is wrong with the keys of WeChat Pay's side, from its answers and the last notification. */
export function describeProviderKeys(
  { publicKey, apiV3Key }: ProviderKeys,
  notice: NoticeRecord | undefined,
): Pick<ChecklistItem, "state" | "problem"> {
  const failed = (problem: string) => ({ state: "failed", problem }) as const;
  const todo = (problem: string) => ({ state: "todo", problem }) as const;
  if (publicKey === "wrong_id")
    return failed("微信支付的回答不是用 WECHAT_PAY_PUBLIC_KEY_ID 这个公钥签的，请检查公钥 ID");
  if (publicKey === "wrong_key")
    return failed("验不过微信支付的签名，WECHAT_PAY_PUBLIC_KEY 不是这个公钥 ID 的公钥");
  const isWrong = apiV3Key === "wrong" || (apiV3Key === "unknown" && notice === "undecryptable");
  if (isWrong) return failed("解不开微信支付加密的内容，WECHAT_PAY_API_V3_KEY 不正确");
  if (notice === "decrypted") return { state: "ok", problem: null };
  if (publicKey === "unknown" || apiV3Key === "unknown")
    return todo("收到第一个支付通知之前无法核对，请先付一单再退款，然后重新检查");
  return { state: "ok", problem: null };
}
