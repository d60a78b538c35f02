import type { FastifyInstance } from "fastify";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { wechatSchemas } from "#contract/wechat/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { PageSigner } from "./PageSigner.ts";
import type { WechatAuthUrls } from "./WechatAuthUrls.ts";
import type { WechatLogin } from "./WechatLogin.ts";
import type { WechatPayers } from "./WechatPayers.ts";

export function wechatRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { urls: WechatAuthUrls; login: WechatLogin; payers: WechatPayers; signer: PageSigner },
): void {
  const { urls, login, payers, signer } = services;
  bindCalls(app, { endpoints: wechatEndpoints, schemas: wechatSchemas }, guard, {
    authUrl: async ({ query }) => urls.forLogin(query),
    authState: async ({ query }) => urls.show(query.state),
    payerAuthUrl: ({ customerId, tokenHash, query }) => urls.forPayer({ customerId, tokenHash }, query),
    payer: ({ customerId, tokenHash, body }) => payers.authorise({ customerId, tokenHash }, body),
    callback: async ({ query, whoever, asker }) => login.callback(query, await whoever(), asker),
    jsConfig: ({ query }) => signer.sign(query.url),
  });
}
