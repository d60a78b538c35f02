import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TimerGroup } from "../../shared/TimerGroup.ts";
import { OpenError } from "./OpenError.ts";
import type { OpenPlatformState } from "./OpenPlatformState.ts";

type Fields = Record<string, unknown>;
type OpenApiHandler = (fields: Fields) => object;

/**
 * Requires the account's own id and secret, which every call about the account must carry. Throws OpenError.
 */
function assertAccount(fields: Fields, { keys }: OpenPlatformState): void {
  if (fields.appid !== keys.appid) throw new OpenError(40013, "invalid appid");
  if (fields.secret !== keys.wechatAppSecret) throw new OpenError(40125, "invalid appsecret");
}

function assertGrantType(fields: Fields, grantType: string): void {
  if (fields.grant_type !== grantType) throw new OpenError(40002, "invalid grant_type");
}

function getRequiredField(fields: Fields, name: string, errcode: number): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") throw new OpenError(errcode, `${name} missing`);
  return value;
}

function exchangeCode(fields: Fields, platform: OpenPlatformState): object {
  assertAccount(fields, platform);
  assertGrantType(fields, "authorization_code");
  return platform.exchangeCode(getRequiredField(fields, "code", 41008));
}

function exchangeMiniProgramCode(fields: Fields, { keys, miniProgramLogin }: OpenPlatformState): object {
  if (fields.appid !== keys.miniProgramAppid) throw new OpenError(40013, "invalid appid");
  if (fields.secret !== keys.miniProgramAppSecret) throw new OpenError(40125, "invalid appsecret");
  assertGrantType(fields, "authorization_code");
  return miniProgramLogin.exchange(getRequiredField(fields, "js_code", 41008));
}

function refreshToken(fields: Fields, platform: OpenPlatformState): object {
  if (fields.appid !== platform.keys.appid) throw new OpenError(40013, "invalid appid");
  assertGrantType(fields, "refresh_token");
  return platform.refreshToken(getRequiredField(fields, "refresh_token", 41003));
}

function getStableToken(fields: Fields, platform: OpenPlatformState): object {
  assertGrantType(fields, "client_credential");
  assertAccount(fields, platform);
  const { value, expiresInS } = platform.tokens.current();
  return { access_token: value, expires_in: expiresInS };
}

function getTicket(fields: Fields, platform: OpenPlatformState): object {
  if (!platform.tokens.isValid(getRequiredField(fields, "access_token", 41001)))
    throw new OpenError(40001, "invalid credential, access_token is invalid or not latest");
  if (fields.type !== "jsapi") throw new OpenError(40097, "invalid args");
  const { value, expiresInS } = platform.tickets.current();
  return { errcode: 0, errmsg: "ok", ticket: value, expires_in: expiresInS };
}

function runHandler(fields: Fields, platform: OpenPlatformState, handler: OpenApiHandler): object {
  try {
    if (platform.behaviour.api === "error") throw new OpenError(platform.behaviour.errcode, "system error");
    return handler(fields);
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    return { errcode: error.errcode, errmsg: error.message };
  }
}

/**
 * WeChat's interfaces for web authorisation and for the account; failures have status 200, as in the real
 * API.
 */
export function openApiRoutes(platform: OpenPlatformState, timers: TimerGroup) {
  return async (app: FastifyInstance): Promise<void> => {
    async function serve(request: FastifyRequest, reply: FastifyReply, handler: OpenApiHandler) {
      const path = request.url.split("?")[0] ?? "";
      platform.callCounts[path] = (platform.callCounts[path] ?? 0) + 1;
      const { api, api_delay_ms: delay } = platform.behaviour;
      if (api === "slow") await timers.delay(delay);
      if (api === "down") {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      if (api === "garbage") return reply.type("text/html").send("<html><body>502 Bad Gateway</body></html>");
      const fields = { ...(request.query as Fields), ...(request.body as Fields | undefined) };
      // The user interfaces declare their JSON as plain text.
      return reply.type("text/plain").send(JSON.stringify(runHandler(fields, platform, handler)));
    }

    const on = (method: "GET" | "POST", url: string, handler: OpenApiHandler) =>
      app.route({ method, url, handler: (request, reply) => serve(request, reply, handler) });
    on("GET", "/sns/oauth2/access_token", (fields) => exchangeCode(fields, platform));
    on("GET", "/sns/jscode2session", (fields) => exchangeMiniProgramCode(fields, platform));
    on("GET", "/sns/oauth2/refresh_token", (fields) => refreshToken(fields, platform));
    on("GET", "/sns/userinfo", (fields) =>
      platform.getProfile(
        getRequiredField(fields, "access_token", 41001),
        getRequiredField(fields, "openid", 41009),
      ),
    );
    on("POST", "/cgi-bin/stable_token", (fields) => getStableToken(fields, platform));
    on("GET", "/cgi-bin/ticket/getticket", (fields) => getTicket(fields, platform));
  };
}
