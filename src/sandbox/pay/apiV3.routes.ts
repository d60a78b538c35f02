import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createBillTicket, formatBill } from "./bill.ts";
import { type Json, parseJsonObject } from "./fields.ts";
import type { PaymentProvider } from "./PaymentProvider.ts";
import { PayError } from "./payTypes.ts";
import { refundView, tradeState, transactionView } from "./presenter.ts";
import { encryptResource, platformHeaders, verifyMerchantSignature } from "./signing.ts";

type ApiV3Response = { status: number; body: object | string | null };
type ApiV3Request = { body: () => Json; number: string; query: Record<string, unknown> };
type ApiV3Handler = (request: ApiV3Request) => ApiV3Response;

function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function toErrorResponse(error: unknown): ApiV3Response {
  if (!(error instanceof PayError)) throw error;
  return { status: error.status, body: { code: error.code, message: error.message } };
}

function assertSignature(request: FastifyRequest, { keys }: PaymentProvider): void {
  const signatureError = verifyMerchantSignature(
    {
      authorization: request.headers.authorization,
      method: request.method,
      url: request.raw.url ?? "",
      body: rawBody(request),
    },
    keys,
  );
  if (signatureError) throw new PayError(401, "SIGN_ERROR", signatureError);
}

async function runHandler(
  request: FastifyRequest,
  provider: PaymentProvider,
  handler: ApiV3Handler,
): Promise<ApiV3Response> {
  try {
    assertSignature(request, provider);
    if (provider.behaviour.provider === "error")
      throw new PayError(500, "SYSTEM_ERROR", "系统异常，请稍后重试");
    if (provider.behaviour.provider === "slow")
      await provider.timers.delay(provider.behaviour.provider_delay_ms);
    const { number = "" } = request.params as { number?: string };
    return handler({ body: () => parseJsonObject(rawBody(request)), number, query: request.query as Json });
  } catch (error) {
    return toErrorResponse(error);
  }
}

function send(response: ApiV3Response, reply: FastifyReply, provider: PaymentProvider): FastifyReply {
  // A file is sent as it is, without a signature.
  if (typeof response.body === "string")
    return reply.code(response.status).type("text/plain; charset=utf-8").send(response.body);
  const text = response.body ? JSON.stringify(response.body) : "";
  reply
    .code(response.status)
    .headers({ "Request-ID": reply.request.id, ...platformHeaders(text, provider.keys) });
  return response.body ? reply.type("application/json; charset=utf-8").send(text) : reply.send();
}

/** Runs the handler, signs the response, and drops it when the switches say so. */
async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: PaymentProvider,
  handler: ApiV3Handler,
) {
  const { provider: providerMode } = provider.behaviour;
  const response = await runHandler(request, provider, handler);
  if (response.status === 401 || (providerMode !== "timeout" && providerMode !== "reset"))
    return send(response, reply, provider);
  reply.hijack();
  if (providerMode === "reset") request.raw.socket.resetAndDestroy();
  return reply;
}

/** WeChat Pay APIv3, mounted under the path prefix of the merchant's base URL. */
export function apiV3Routes(provider: PaymentProvider) {
  return async (app: FastifyInstance): Promise<void> => {
    const { transactions, refunds, repository } = provider;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const on = (method: "GET" | "POST", url: string, handler: ApiV3Handler) =>
      app.route({ method, url, handler: (request, reply) => serve(request, reply, provider, handler) });

    on("POST", "/v3/pay/transactions/h5", ({ body }) => {
      const { prepayId } = transactions.createTrade("h5", body());
      return { status: 200, body: { h5_url: `${provider.publicUrl()}/pay/cashier?prepay_id=${prepayId}` } };
    });
    on("POST", "/v3/pay/transactions/jsapi", ({ body }) => {
      return { status: 200, body: { prepay_id: transactions.createTrade("jsapi", body()).prepayId } };
    });
    on("GET", "/v3/pay/transactions/out-trade-no/:number", ({ number, query }) => {
      transactions.assertMerchant(query.mchid);
      const trade = transactions.getTrade(number);
      return { status: 200, body: transactionView(trade, tradeState(trade, repository)) };
    });
    on("POST", "/v3/pay/transactions/out-trade-no/:number/close", ({ number, body }) => {
      transactions.assertMerchant(body().mchid);
      const { close } = provider.behaviour;
      if (close !== "error") transactions.close(number);
      if (close !== "normal") throw new PayError(500, "SYSTEM_ERROR", "系统异常，请稍后重试");
      return { status: 204, body: null };
    });
    on("GET", "/v3/certificates", () => {
      const certificate = encryptResource(
        "certificate",
        { serial: provider.keys.platformKeyId },
        provider.keys,
      );
      return { status: 200, body: { data: [{ encrypt_certificate: certificate }] } };
    });
    on("POST", "/v3/refund/domestic/refunds", ({ body }) => {
      const refund = refunds.refund(body());
      return { status: 200, body: refundView(refund, transactions.getTrade(refund.outTradeNo)) };
    });
    on("GET", "/v3/refund/domestic/refunds/:number", ({ number }) => {
      const refund = refunds.getRefund(number);
      return { status: 200, body: refundView(refund, transactions.getTrade(refund.outTradeNo)) };
    });
    on("GET", "/v3/bill/tradebill", ({ query }) => {
      return { status: 200, body: createBillTicket(repository, query.bill_date, provider.publicUrl()) };
    });
    on("GET", "/v3/billdownload/file", ({ query }) => ({
      status: 200,
      body: formatBill(repository, query.token),
    }));
  };
}
