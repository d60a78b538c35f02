import type { FastifyInstance } from "fastify";
import type { PaymentNotificationService } from "./payment-notification.service.ts";

const signedHeaders = ["wechatpay-timestamp", "wechatpay-nonce", "wechatpay-serial", "wechatpay-signature"];
const bodyMaxBytes = 64 * 1024;

/**
 * Registers the WeChat Pay notification endpoint. The raw body is preserved, because its signature covers the
 * bytes; the response is 204, or 401 with WeChat's own error body, as its documentation requires.
 */
export function paymentNotificationRoutes(
  app: FastifyInstance,
  notifications: PaymentNotificationService,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyMaxBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const [path, kind] of [
      ["/api/v1/payment/wechat/notify", "payment"],
      ["/api/v1/payment/wechat/refund-notify", "refund"],
    ] as const) {
      scope.post(path, { config: { rateLimit: false } }, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const headers = Object.fromEntries(
          signedHeaders.map((name) => [name, request.headers[name]?.toString()]),
        );
        const isAccepted = await notifications.receive(kind, { body, headers }, request.ip);
        return isAccepted
          ? reply.status(204).send()
          : reply.status(401).send({ code: "FAIL", message: "验签失败" });
      });
    }
  });
}
