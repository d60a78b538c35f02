import { expect, test } from "vitest";
import { type SignedRequest, verifyS3Signature } from "./s3Signature.ts";

// Example from Amazon's documentation ("Signature calculations for the authorization header", GET object).
const key = { id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
const at = new Date("2013-05-24T00:00:00Z");
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
const credential = `${key.id}/20130524/us-east-1/s3/aws4_request`;
const headers = {
  host: "examplebucket.s3.amazonaws.com",
  range: "bytes=0-9",
  "x-amz-content-sha256": emptyHash,
  "x-amz-date": "20130524T000000Z",
  authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
};
const example: SignedRequest = { method: "GET", url: "/test.txt", headers, body: Buffer.alloc(0) };

test("the documented example is accepted", () => {
  expect(verifyS3Signature(example, key, at)).toBeNull();
});

test.each<[string, Partial<SignedRequest>, string]>([
  ["another method", { method: "PUT" }, "SignatureDoesNotMatch"],
  ["another object", { url: "/test2.txt" }, "SignatureDoesNotMatch"],
  ["a query that was not signed", { url: "/test.txt?acl=" }, "SignatureDoesNotMatch"],
  ["a signed header that changed", { headers: { ...headers, range: "bytes=0-99" } }, "SignatureDoesNotMatch"],
  ["other bytes", { body: Buffer.from("x") }, "XAmzContentSHA256Mismatch"],
  ["no signature", { headers: { ...headers, authorization: undefined } }, "AccessDenied"],
  [
    "a date that is not signed",
    {
      headers: { ...headers, authorization: headers.authorization.replace(";x-amz-date", "") },
    },
    "AccessDenied",
  ],
])("%s is refused", (_what, change, fault) => {
  expect(verifyS3Signature({ ...example, ...change }, key, at)).toBe(fault);
});

test("another key, another secret and another day are rejected", () => {
  expect(verifyS3Signature(example, { ...key, id: "OTHER" }, at)).toBe("InvalidAccessKeyId");
  expect(verifyS3Signature(example, { ...key, secret: "other" }, at)).toBe("SignatureDoesNotMatch");
  expect(verifyS3Signature(example, key, new Date("2013-05-24T00:16:00Z"))).toBe("RequestTimeTooSkewed");
});
