import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { billText, billTicket } from "./bill.ts";
import { type Json, parseObject } from "./fields.ts";
import type { PayOffice } from "./PayOffice.ts";
import { PayError } from "./payTypes.ts";
import { refundView, tradeState, transactionView } from "./presenter.ts";
import { merchantSignatureFault, platformHeaders } from "./signing.ts";

type Answer = { status: number; body: object | string | null };
type Call = { body: () => Json; number: string; query: Record<string, unknown> };
type Work = (call: Call) => Answer;

function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function refusal(error: unknown): Answer {
  if (!(error instanceof PayError)) throw error;
  return { status: error.status, body: { code: error.code, message: error.message } };
}

function checkSignature(request: FastifyRequest, { keys }: PayOffice): void {
  const fault = merchantSignatureFault(
    {
      authorization: request.headers.authorization,
      method: request.method,
      url: request.raw.url ?? "",
      body: bytesOf(request),
    },
    keys,
  );
  if (fault) throw new PayError(401, "SIGN_ERROR", fault);
}

async function work(request: FastifyRequest, office: PayOffice, task: Work): Promise<Answer> {
  try {
    checkSignature(request, office);
    if (office.behaviour.provider === "error")
      throw new PayError(500, "SYSTEM_ERROR", "系统异常，请稍后重试");
    if (office.behaviour.provider === "slow") await office.schedule.pause(office.behaviour.provider_delay_ms);
    const { number = "" } = request.params as { number?: string };
    return task({ body: () => parseObject(bytesOf(request)), number, query: request.query as Json });
  } catch (error) {
    return refusal(error);
  }
}

function send(answer: Answer, reply: FastifyReply, office: PayOffice): FastifyReply {
  // A file is sent as it is, without a signature.
  if (typeof answer.body === "string")
    return reply.code(answer.status).type("text/plain; charset=utf-8").send(answer.body);
  const text = answer.body ? JSON.stringify(answer.body) : "";
  reply
    .code(answer.status)
    .headers({ "Request-ID": reply.request.id, ...platformHeaders(text, office.keys) });
  return answer.body ? reply.type("application/json; charset=utf-8").send(text) : reply.send();
}

/** Does the work, signs the answer, and loses it when the switches say so. */
async function serve(request: FastifyRequest, reply: FastifyReply, office: PayOffice, task: Work) {
  const { provider } = office.behaviour;
  const answer = await work(request, office, task);
  if (answer.status === 401 || (provider !== "timeout" && provider !== "reset"))
    return send(answer, reply, office);
  reply.hijack();
  if (provider === "reset") request.raw.socket.resetAndDestroy();
  return reply;
}

/** WeChat Pay APIv3, mounted under the prefix that the merchant's base URL names. */
export function apiV3Routes(office: PayOffice) {
  return async (app: FastifyInstance): Promise<void> => {
    const { desk, refunds, book } = office;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const on = (method: "GET" | "POST", url: string, task: Work) =>
      app.route({ method, url, handler: (request, reply) => serve(request, reply, office, task) });

    on("POST", "/v3/pay/transactions/h5", ({ body }) => {
      const { prepayId } = desk.order("h5", body());
      return { status: 200, body: { h5_url: `${office.publicUrl()}/pay/cashier?prepay_id=${prepayId}` } };
    });
    on("POST", "/v3/pay/transactions/jsapi", ({ body }) => {
      return { status: 200, body: { prepay_id: desk.order("jsapi", body()).prepayId } };
    });
    on("GET", "/v3/pay/transactions/out-trade-no/:number", ({ number, query }) => {
      desk.checkMerchant(query.mchid);
      const trade = desk.find(number);
      return { status: 200, body: transactionView(trade, tradeState(trade, book)) };
    });
    on("POST", "/v3/pay/transactions/out-trade-no/:number/close", ({ number, body }) => {
      desk.checkMerchant(body().mchid);
      const { close } = office.behaviour;
      if (close !== "error") desk.close(number);
      if (close !== "normal") throw new PayError(500, "SYSTEM_ERROR", "系统异常，请稍后重试");
      return { status: 204, body: null };
    });
    on("POST", "/v3/refund/domestic/refunds", ({ body }) => {
      const refund = refunds.refund(body());
      return { status: 200, body: refundView(refund, desk.find(refund.outTradeNo)) };
    });
    on("GET", "/v3/refund/domestic/refunds/:number", ({ number }) => {
      const refund = refunds.find(number);
      return { status: 200, body: refundView(refund, desk.find(refund.outTradeNo)) };
    });
    on("GET", "/v3/bill/tradebill", ({ query }) => {
      return { status: 200, body: billTicket(book, query.bill_date, office.publicUrl()) };
    });
    on("GET", "/v3/billdownload/file", ({ query }) => ({ status: 200, body: billText(book, query.token) }));
  };
}
