import type { FastifyInstance } from "fastify";
import type { Deps } from "../platform/Deps.ts";
import type { Guard } from "../platform/http/register-endpoints.ts";
import type { TokenService } from "../platform/security/TokenService.ts";
import type { PaymentService } from "./payment/payment.service.ts";
import { JsSdkSigner } from "./wechat/JsSdkSigner.ts";
import { MiniProgramPaymentService } from "./wechat/mini-program-payment.service.ts";
import { WechatAuthUrls } from "./wechat/WechatAuthUrls.ts";
import { wechatRoutes } from "./wechat/wechat.routes.ts";
import { WechatLoginService } from "./wechat/wechat-login.service.ts";
import { WechatPayerService } from "./wechat/wechat-payer.service.ts";

/** Registers login, payers and page signatures of WeChat, and payments in the mini-program. */
export function registerWechatModule(
  server: FastifyInstance,
  guard: Guard,
  deps: Deps,
  { tokens, payments }: { tokens: TokenService; payments: PaymentService },
): void {
  const urls = new WechatAuthUrls(deps);
  wechatRoutes(server, guard, {
    urls,
    login: new WechatLoginService(deps, tokens, urls),
    payers: new WechatPayerService(deps, urls),
    miniProgram: new MiniProgramPaymentService(deps, payments),
    signer: new JsSdkSigner(deps),
  });
}
