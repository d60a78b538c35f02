import { createSign } from "node:crypto";
import { expect, test } from "vitest";
import { ensureCredentials } from "../credentials.ts";
import { createTemporaryFolder } from "../testing/testSandbox.ts";
import { type SignedRequest, verifyMerchantSignature } from "./signing.ts";

const BODY = Buffer.from('{"description":"食单"}');

async function merchant() {
  const keys = await ensureCredentials(await createTemporaryFolder());
  const sign = (timestamp = Math.floor(Date.now() / 1000)): SignedRequest => {
    const url = "/wxpay/v3/pay/transactions/h5";
    const signature = createSign("RSA-SHA256")
      .update(`POST\n${url}\n${timestamp}\nnonce\n${BODY}\n`)
      .sign(keys.merchantPrivateKey, "base64");
    const fields = `mchid="${keys.mchid}",nonce_str="nonce",timestamp="${timestamp}"`;
    const authorization = `WECHATPAY2-SHA256-RSA2048 ${fields},serial_no="${keys.merchantSerial}",signature="${signature}"`;
    return { authorization, method: "POST", url, body: BODY };
  };
  return { sign, fault: (request: SignedRequest) => verifyMerchantSignature(request, keys) };
}

test("an unmodified signed request is accepted, the credentials stay the same", async () => {
  const { sign, fault } = await merchant();
  expect(fault(sign())).toBeNull();
  const dir = await createTemporaryFolder();
  expect(await ensureCredentials(dir)).toEqual(await ensureCredentials(dir));
});

test.each<[string, (request: SignedRequest) => SignedRequest]>([
  ["body", (request) => ({ ...request, body: Buffer.from('{"description":"食单" }') })],
  ["path", (request) => ({ ...request, url: `${request.url}?a=1` })],
  ["method", (request) => ({ ...request, method: "GET" })],
  [
    "nonce",
    (request) => ({ ...request, authorization: request.authorization?.replace('"nonce"', '"other"') }),
  ],
  [
    "serial",
    (request) => ({
      ...request,
      authorization: request.authorization?.replace(/serial_no="./, 'serial_no="-'),
    }),
  ],
  ["scheme", (request) => ({ ...request, authorization: request.authorization?.replace("RSA2048", "SM3") })],
])("a request whose %s was changed is refused", async (_what, change) => {
  const { sign, fault } = await merchant();
  expect(fault(change(sign()))).not.toBeNull();
});

test.each([-301, 302])("a request %d seconds off the clock is refused", async (seconds) => {
  const { sign, fault } = await merchant();
  expect(fault(sign(Math.floor(Date.now() / 1000) + seconds))).toContain("timestamp");
});
