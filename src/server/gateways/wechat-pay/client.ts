import type { Config } from "../../config.ts";
import { GatewayError } from "../GatewayError.ts";

/** The part of the library's client that is used here; the library's own types omit chained calls. */
export interface Client {
  chain(path: string): {
    get(config: object): Promise<{ data: unknown }>;
    post(body: object, config: object): Promise<{ data: unknown }>;
  };
}

interface ProviderError {
  response?: { status?: number; data?: { code?: string } };
}

/**
 * Loads the library with the first request, so that the server's start need not wait for it. The client
 * stays inside an object because it treats every property name as a path segment, "then" too, which
 * resolving a promise would call.
 */
export async function createClient(config: Config["wechatPay"]): Promise<{ client: Client }> {
  const { Wechatpay } = await import("wechatpay-axios-plugin");
  const { baseUrl, mchid, merchantSerial, privateKey, publicKeyId, publicKey } = config;
  const client = new Wechatpay({
    baseURL: `${baseUrl}/`,
    mchid,
    serial: merchantSerial,
    privateKey,
    certs: { [publicKeyId]: publicKey },
    // Requests responses signed with the public key instead of a platform certificate.
    headers: { "Wechatpay-Serial": publicKeyId, Accept: "application/json" },
    secret: "",
  });
  return { client: client as unknown as Client };
}

/** Creates the error for a response that is none of the provider's. */
export function unexpectedResponse(): GatewayError {
  return new GatewayError("wechat-pay", "answer not understood", true);
}

/** Waits for a response of the library; its errors become GatewayError. */
export async function unwrap<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const { response } = error as ProviderError;
    const code = response?.data?.code ?? (response?.status ? `status ${response.status}` : "no answer");
    const isUnknown = response?.status === undefined || response.status >= 500 || response.status < 400;
    // Not the error itself: it carries the request with its keys, and causes end up in logs.
    const cause = error instanceof Error ? error.message : undefined;
    throw new GatewayError("wechat-pay", code, isUnknown, { cause, isNotFound: response?.status === 404 });
  }
}
