import type { FastifyInstance, FastifyReply } from "fastify";
import { renderCashierPage, renderResultPage } from "./cashierPage.ts";
import type { PaymentProvider } from "./PaymentProvider.ts";
import type { Trade } from "./payTypes.ts";

type Action = "pay" | "cancel" | "fail";

const RESULT_TEXT: Record<Action, string> = { pay: "支付成功", cancel: "支付已取消", fail: "支付失败" };

/** Returns the redirect address if it is an ordinary web address, otherwise an empty text. */
function parseRedirectUrl(value: unknown): string {
  if (typeof value !== "string" || !URL.canParse(value)) return "";
  return /^https?:$/.test(new URL(value).protocol) ? value : "";
}

/** Returns the reason why a transaction cannot be paid any more, or null. */
function findPaymentBlocker(
  trade: Trade,
  provider: PaymentProvider,
): { text: string; isGood: boolean } | null {
  if (trade.state === "SUCCESS") return { text: "该订单已支付", isGood: true };
  if (trade.state === "CLOSED") return { text: "订单已关闭，无法支付", isGood: false };
  return provider.transactions.isExpired(trade)
    ? { text: "订单已过支付时间，无法支付", isGood: false }
    : null;
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").header("Cache-Control", "no-store").send(page);
}

function sendUnknownOrder(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, renderResultPage("订单不存在", false, null, ""));
}

function applyAction(
  provider: PaymentProvider,
  trade: Trade,
  action: Action,
  redirectUrl: string,
  reply: FastifyReply,
): FastifyReply {
  const blocker = findPaymentBlocker(trade, provider);
  const isPaidAgain = action === "pay" && trade.state === "SUCCESS";
  if (blocker && !isPaidAgain) {
    const status = blocker.isGood ? 200 : 409;
    return sendPage(reply, status, renderResultPage(blocker.text, blocker.isGood, trade, redirectUrl));
  }
  if (action === "pay") provider.transactions.pay(trade.outTradeNo);
  else provider.transactions.recordAttempt(trade.outTradeNo, action);
  if (redirectUrl) return reply.redirect(redirectUrl, 303);
  return sendPage(reply, 200, renderResultPage(RESULT_TEXT[action], action === "pay", trade, ""));
}

/** The page opened by an H5 payment, and the actions of its three buttons. */
export function cashierRoutes(provider: PaymentProvider) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: Record<string, unknown> }>("/pay/cashier", async ({ query }, reply) => {
      const trade = provider.repository.findTradeByPrepayId(String(query.prepay_id ?? ""));
      if (!trade) return sendUnknownOrder(reply);
      const redirectUrl = parseRedirectUrl(query.redirect_url);
      const blocker = findPaymentBlocker(trade, provider);
      const page = blocker
        ? renderResultPage(blocker.text, blocker.isGood, trade, redirectUrl)
        : renderCashierPage(trade, redirectUrl);
      return sendPage(reply, 200, page);
    });

    for (const action of ["pay", "cancel", "fail"] as const) {
      app.post<{ Params: { prepayId: string }; Body: Record<string, unknown> | undefined }>(
        `/pay/cashier/:prepayId/${action}`,
        async ({ params, body }, reply) => {
          const trade = provider.repository.findTradeByPrepayId(params.prepayId);
          return trade
            ? applyAction(provider, trade, action, parseRedirectUrl(body?.redirect_url), reply)
            : sendUnknownOrder(reply);
        },
      );
    }
  };
}
