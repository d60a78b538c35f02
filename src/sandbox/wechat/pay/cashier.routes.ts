import type { FastifyInstance, FastifyReply } from "fastify";
import { renderCashierPage, renderResultPage } from "./cashierPage.ts";
import type { PayOffice } from "./PayOffice.ts";
import type { Trade } from "./payTypes.ts";

type Action = "pay" | "cancel" | "fail";

const RESULT_TEXT: Record<Action, string> = { pay: "支付成功", cancel: "支付已取消", fail: "支付失败" };

/** The address to go back to, when it is an ordinary web address; empty otherwise. */
function webAddress(value: unknown): string {
  if (typeof value !== "string" || !URL.canParse(value)) return "";
  return /^https?:$/.test(new URL(value).protocol) ? value : "";
}

/** Why nothing can be paid here any more, or null. */
function obstacle(trade: Trade, office: PayOffice): { text: string; isGood: boolean } | null {
  if (trade.state === "SUCCESS") return { text: "该订单已支付", isGood: true };
  if (trade.state === "CLOSED") return { text: "订单已关闭，无法支付", isGood: false };
  return office.desk.isExpired(trade) ? { text: "订单已过支付时间，无法支付", isGood: false } : null;
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").header("Cache-Control", "no-store").send(page);
}

function unknownOrder(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, renderResultPage("订单不存在", false, null, ""));
}

function act(
  office: PayOffice,
  trade: Trade,
  action: Action,
  back: string,
  reply: FastifyReply,
): FastifyReply {
  const stop = obstacle(trade, office);
  const isPaidAgain = action === "pay" && trade.state === "SUCCESS";
  if (stop && !isPaidAgain) {
    const status = stop.isGood ? 200 : 409;
    return sendPage(reply, status, renderResultPage(stop.text, stop.isGood, trade, back));
  }
  if (action === "pay") office.desk.pay(trade.outTradeNo);
  else office.desk.attempt(trade.outTradeNo, action);
  if (back) return reply.redirect(back, 303);
  return sendPage(reply, 200, renderResultPage(RESULT_TEXT[action], action === "pay", trade, ""));
}

/** The page that an H5 payment opens, and its three buttons. */
export function cashierRoutes(office: PayOffice) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: Record<string, unknown> }>("/pay/cashier", async ({ query }, reply) => {
      const trade = office.book.tradeByPrepayId(String(query.prepay_id ?? ""));
      if (!trade) return unknownOrder(reply);
      const back = webAddress(query.redirect_url);
      const stop = obstacle(trade, office);
      const page = stop
        ? renderResultPage(stop.text, stop.isGood, trade, back)
        : renderCashierPage(trade, back);
      return sendPage(reply, 200, page);
    });

    for (const action of ["pay", "cancel", "fail"] as const) {
      app.post<{ Params: { prepayId: string }; Body: Record<string, unknown> | undefined }>(
        `/pay/cashier/:prepayId/${action}`,
        async ({ params, body }, reply) => {
          const trade = office.book.tradeByPrepayId(params.prepayId);
          return trade
            ? act(office, trade, action, webAddress(body?.redirect_url), reply)
            : unknownOrder(reply);
        },
      );
    }
  };
}
