import { expect, test } from "vitest";
import { describeProviderKeys } from "./provider-keys.rules.ts";

const ok = { publicKey: "ok", apiV3Key: "ok" } as const;

test.each([
  [ok, undefined, null],
  [{ ...ok, apiV3Key: "unknown" }, "decrypted", null],
  // Decrypting certificates is newer than a notification of before the key was corrected.
  [ok, "undecryptable", null],
  [{ publicKey: "unknown", apiV3Key: "unknown" }, "decrypted", null],
  [{ ...ok, publicKey: "wrong_id" }, "decrypted", "请检查公钥 ID"],
  [{ ...ok, publicKey: "wrong_key" }, "decrypted", "WECHAT_PAY_PUBLIC_KEY 不是"],
  [{ ...ok, apiV3Key: "wrong" }, "decrypted", "WECHAT_PAY_API_V3_KEY 不正确"],
  [{ ...ok, apiV3Key: "unknown" }, "undecryptable", "WECHAT_PAY_API_V3_KEY 不正确"],
  [{ ...ok, apiV3Key: "unknown" }, undefined, "收到第一个支付通知之前无法核对"],
  [{ ...ok, publicKey: "unknown" }, undefined, "收到第一个支付通知之前无法核对"],
] as const)("of %j and the notice %s it says %s", (keys, notice, sentence) => {
  const { problem } = describeProviderKeys(keys, notice);
  if (sentence === null) expect(problem).toBeNull();
  else expect(problem).toContain(sentence);
});
