import Type from "typebox";
import { Value } from "typebox/value";
import type { ProviderKeys } from "./WechatPayGateway.ts";

/** A number that no order has. */
const unknownTradeNo = "CHECKLIST00000000";

const Certificates = Type.Object({
  data: Type.Array(
    Type.Object({
      encrypt_certificate: Type.Object({
        nonce: Type.String(),
        associated_data: Type.String(),
        ciphertext: Type.String(),
      }),
    }),
    { minItems: 1 },
  ),
});

/** Failures of the library's check of a signed answer, by its codes. */
const signatureFaults: Readonly<Record<string, ProviderKeys["publicKey"]>> = {
  EV3_RES_HEADERS_INCOMPLATE: "unknown",
  EV3_RES_HEADER_PLATFORM_SERIAL: "wrong_id",
  EV3_RES_HEADER_SIGNATURE_DIGEST: "wrong_key",
};

/** Sends a request; answers of `accepted` status are verified. Rejects with the library's error. */
type Get = (path: string, config: object) => Promise<{ status?: number; data: unknown }>;

/** Asks for an unknown trade, whose answer (404) is signed too. Rethrows all but wrong signatures. */
export async function checkPublicKey(get: Get, mchid: string): Promise<ProviderKeys["publicKey"]> {
  try {
    const validateStatus = (status: number) => status === 404 || (status >= 200 && status < 300);
    await get(`v3/pay/transactions/out-trade-no/${unknownTradeNo}`, { params: { mchid }, validateStatus });
    return "ok";
  } catch (error) {
    const fault = signatureFaults[(error as { code?: string }).code ?? ""];
    if (fault === undefined) throw error;
    return fault;
  }
}

/** Decrypts the platform certificates, which only merchants of before the public keys have. */
export async function checkApiV3Key(get: Get, apiV3Key: string): Promise<ProviderKeys["apiV3Key"]> {
  const answer = await get("v3/certificates", {}).then(
    ({ data }) => data,
    () => null,
  );
  if (!Value.Check(Certificates, answer)) return "unknown";
  const { Aes } = await import("wechatpay-axios-plugin");
  const [first] = answer.data;
  if (first === undefined) return "unknown";
  const { ciphertext, nonce, associated_data } = first.encrypt_certificate;
  try {
    Aes.AesGcm.decrypt(ciphertext, apiV3Key, nonce, associated_data);
    return "ok";
  } catch {
    return "wrong";
  }
}
