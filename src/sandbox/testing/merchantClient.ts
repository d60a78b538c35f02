import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { Aes, Formatter, Rsa, Wechatpay } from "wechatpay-axios-plugin";
import type { SandboxEnvironment } from "../environment.ts";

type MerchantResponse = { status: number; data: Record<string, unknown>; headers: Record<string, string> };

/** Creates the product's own WeChat Pay client from the sandbox's settings. */
export function merchantClient(
  env: SandboxEnvironment,
  privateKey = env.WECHAT_PAY_PRIVATE_KEY,
  timeout = 5_000,
) {
  const wxpay = new Wechatpay({
    mchid: env.WECHAT_PAY_MCHID,
    serial: env.WECHAT_PAY_MERCHANT_SERIAL,
    privateKey,
    certs: { [env.WECHAT_PAY_PUBLIC_KEY_ID]: env.WECHAT_PAY_PUBLIC_KEY },
    baseURL: env.WECHAT_PAY_BASE_URL,
    timeout,
  });
  const post = (path: string, body: object): Promise<MerchantResponse> => wxpay.chain(path).post(body);
  const get = (path: string, params: object = {}): Promise<MerchantResponse> =>
    wxpay.chain(path).get({ params });
  return { post, get };
}

/** Returns the HTTP status and code of a rejected request; throws when it succeeds. */
export async function catchMerchantError(call: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await call;
  } catch (error) {
    const { response } = error as { response?: { status: number; data: { code: string } } };
    if (response) return { status: response.status, code: response.data.code };
    throw error;
  }
  throw new Error("The call was expected to be refused.");
}

/** A received notification. */
export type ReceivedNotification = { headers: IncomingHttpHeaders; body: string };

/** Starts a merchant's notification endpoint; responds with the given statuses in turn, then 204. */
export async function notificationReceiver(...statuses: number[]) {
  const arrivals: ReceivedNotification[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      arrivals.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { arrivals, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify` };
}

/** Verifies and decrypts a notification as a merchant must; throws when the signature is wrong. */
export function decryptNotification({ headers, body }: ReceivedNotification, env: SandboxEnvironment) {
  const header = (name: string) => String(headers[`wechatpay-${name}`]);
  const message = Formatter.response(header("timestamp"), header("nonce"), body);
  if (header("serial") !== env.WECHAT_PAY_PUBLIC_KEY_ID)
    throw new Error("The notification names another key.");
  if (!Rsa.verify(message, header("signature"), env.WECHAT_PAY_PUBLIC_KEY))
    throw new Error("The notification's signature is wrong.");
  const envelope = JSON.parse(body) as { id: string; event_type: string; resource: Record<string, string> };
  const { ciphertext = "", nonce = "", associated_data } = envelope.resource;
  const content = Aes.AesGcm.decrypt(ciphertext, env.WECHAT_PAY_API_V3_KEY, nonce, associated_data);
  return { ...envelope, content: JSON.parse(content) as Record<string, unknown> };
}

/** Builds the body of an H5 order with optional overrides. */
export function h5Order(env: SandboxEnvironment, outTradeNo: string, overrides: object = {}) {
  return {
    appid: env.WECHAT_PAY_APPID,
    mchid: env.WECHAT_PAY_MCHID,
    description: "食单订单",
    out_trade_no: outTradeNo,
    notify_url: "http://127.0.0.1:9/notify",
    amount: { total: 4_280, currency: "CNY" },
    scene_info: { payer_client_ip: "127.0.0.1", h5_info: { type: "Wap" } },
    ...overrides,
  };
}
