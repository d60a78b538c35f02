import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { canonicalRequest, NonceCache } from "./acs3Signature.ts";

test("the canonical request hashes as in the example of Alibaba Cloud's documentation", () => {
  const headers = {
    host: "ecs.cn-shanghai.aliyuncs.com",
    "x-acs-action": "RunInstances",
    "x-acs-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "x-acs-date": "2023-10-26T10:22:32Z",
    "x-acs-signature-nonce": "3156853299f313e23d1673dc12e1703d",
    "x-acs-version": "2014-05-26",
  };
  const url = "/?RegionId=cn-shanghai&ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd";
  const text = canonicalRequest(
    { method: "POST", url, headers, body: Buffer.alloc(0) },
    Object.keys(headers),
  );
  const expected = "7ea06492da5221eba5297e897ce16e55f964061054b7695beedaac1145b1e259";
  expect(createHash("sha256").update(text).digest("hex")).toBe(expected);
});

test("a nonce is dropped when its date is no longer accepted", () => {
  const nonces = new NonceCache();
  expect(nonces.addIfNew("a", 0)).toBe(true);
  expect(nonces.addIfNew("a", 15 * 60_000)).toBe(false);
  expect(nonces.addIfNew("a", 31 * 60_000)).toBe(true);
});
