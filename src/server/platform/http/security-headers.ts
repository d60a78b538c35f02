import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { onRequestHookHandler } from "fastify";
import helmet from "helmet";
import type { Config } from "../../config.ts";
import { reportDirectives } from "../security/content-security-policy.ts";

/**
 * Creates the hook that sets the headers which every response has, the content policy above all. They are built once:
 * building them anew for every request takes a sixth of a cached response's time.
 */
export function createSecurityHeaders(config: Config): onRequestHookHandler {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The map service answers with a script (JSONP), which runs in its own document (locatePagePolicy).
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // The SDK reports by loading an image from the open platform; WeChat stores avatars on
        // thirdwx.qlogo.cn.
        imgSrc: [
          "'self'",
          "data:",
          "blob:",
          "https://open.weixin.qq.com",
          "https://thirdwx.qlogo.cn",
          new URL(config.wechat.openBaseUrl).origin,
        ],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...reportDirectives,
      },
    },
    strictTransportSecurity: config.isProduction,
    // Hides path and query, which may hold a login code; sends the origin, which WeChat's H5 payment
    // requires.
    referrerPolicy: { policy: "strict-origin" },
    crossOriginEmbedderPolicy: false,
  });
  // A response that is never sent collects them.
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, (error) => {
    if (error) throw error;
  });
  const headers = response.getHeaders();
  return (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
}
