import type { FastifyInstance } from "fastify";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { wechatSchemas } from "#contract/wechat/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { PageSigner } from "./PageSigner.ts";
import type { WechatLogin } from "./WechatLogin.ts";

export function wechatRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { login: WechatLogin; signer: PageSigner },
): void {
  const { login, signer } = services;
  bindCalls(app, { endpoints: wechatEndpoints, schemas: wechatSchemas }, guard, {
    authUrl: async ({ query }) => login.authUrl(query.redirect_uri, query.scope),
    callback: async ({ query, whoever }) => login.callback(query, await whoever()),
    jsConfig: ({ query }) => signer.sign(query.url),
  });
}
