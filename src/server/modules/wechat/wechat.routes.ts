import type { FastifyInstance } from "fastify";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { wechatSchemas } from "#contract/wechat/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { JsSdkSigner } from "./JsSdkSigner.ts";
import type { MiniProgramPaymentService } from "./mini-program-payment.service.ts";
import type { WechatAuthUrls } from "./WechatAuthUrls.ts";
import type { WechatLoginService } from "./wechat-login.service.ts";
import type { WechatPayerService } from "./wechat-payer.service.ts";

export function wechatRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    urls: WechatAuthUrls;
    login: WechatLoginService;
    payers: WechatPayerService;
    miniProgram: MiniProgramPaymentService;
    signer: JsSdkSigner;
  },
): void {
  const { urls, login, payers, miniProgram, signer } = services;
  registerEndpoints(app, { endpoints: wechatEndpoints, schemas: wechatSchemas }, guard, {
    authUrl: async ({ query }) => urls.createLoginUrl(query),
    authState: async ({ query }) => urls.describeState(query.state),
    payerAuthUrl: ({ customerId, tokenHash, query }) => urls.createPayerUrl({ customerId, tokenHash }, query),
    payer: ({ customerId, tokenHash, body }) => payers.authorize({ customerId, tokenHash }, body),
    miniProgramTicket: ({ customerId, body }) => miniProgram.issueTicket(customerId, body),
    miniProgramPay: ({ body, ip }) => miniProgram.pay(body, ip),
    callback: async ({ query, optionalCustomer, client }) =>
      login.handleCallback(query, await optionalCustomer(), client),
    jsConfig: ({ query }) => signer.sign(query.url),
  });
}
