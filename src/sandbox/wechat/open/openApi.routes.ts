import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Schedule } from "../../shared/Schedule.ts";
import { OpenError, type OpenOffice } from "./OpenOffice.ts";

type Fields = Record<string, unknown>;
type Work = (fields: Fields) => object;

/** The account's own id and secret, as every call about the account must carry them. */
function checkAccount(fields: Fields, { keys }: OpenOffice): void {
  if (fields.appid !== keys.appid) throw new OpenError(40013, "invalid appid");
  if (fields.secret !== keys.wechatAppSecret) throw new OpenError(40125, "invalid appsecret");
}

function checkGrantType(fields: Fields, grantType: string): void {
  if (fields.grant_type !== grantType) throw new OpenError(40002, "invalid grant_type");
}

function required(fields: Fields, name: string, errcode: number): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") throw new OpenError(errcode, `${name} missing`);
  return value;
}

function exchange(fields: Fields, office: OpenOffice): object {
  checkAccount(fields, office);
  checkGrantType(fields, "authorization_code");
  return office.redeem(required(fields, "code", 41008));
}

function refresh(fields: Fields, office: OpenOffice): object {
  if (fields.appid !== office.keys.appid) throw new OpenError(40013, "invalid appid");
  checkGrantType(fields, "refresh_token");
  return office.refresh(required(fields, "refresh_token", 41003));
}

function stableToken(fields: Fields, office: OpenOffice): object {
  checkGrantType(fields, "client_credential");
  checkAccount(fields, office);
  const { value, expiresInS } = office.tokens.current();
  return { access_token: value, expires_in: expiresInS };
}

function ticket(fields: Fields, office: OpenOffice): object {
  if (!office.tokens.isLive(required(fields, "access_token", 41001)))
    throw new OpenError(40001, "invalid credential, access_token is invalid or not latest");
  if (fields.type !== "jsapi") throw new OpenError(40097, "invalid args");
  const { value, expiresInS } = office.tickets.current();
  return { errcode: 0, errmsg: "ok", ticket: value, expires_in: expiresInS };
}

function answerOf(fields: Fields, office: OpenOffice, work: Work): object {
  try {
    if (office.behaviour.api === "error") throw new OpenError(office.behaviour.errcode, "system error");
    return work(fields);
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    return { errcode: error.errcode, errmsg: error.message };
  }
}

/** WeChat's interfaces for web authorisation and for the account; failures have status 200, as there. */
export function openApiRoutes(office: OpenOffice, schedule: Schedule) {
  return async (app: FastifyInstance): Promise<void> => {
    async function serve(request: FastifyRequest, reply: FastifyReply, work: Work) {
      const path = request.url.split("?")[0] ?? "";
      office.calls[path] = (office.calls[path] ?? 0) + 1;
      const { api, api_delay_ms: delay } = office.behaviour;
      if (api === "slow") await schedule.pause(delay);
      if (api === "down") {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      if (api === "garbage") return reply.type("text/html").send("<html><body>502 Bad Gateway</body></html>");
      const fields = { ...(request.query as Fields), ...(request.body as Fields | undefined) };
      // The user interfaces call their JSON plain text.
      return reply.type("text/plain").send(JSON.stringify(answerOf(fields, office, work)));
    }

    const on = (method: "GET" | "POST", url: string, work: Work) =>
      app.route({ method, url, handler: (request, reply) => serve(request, reply, work) });
    on("GET", "/sns/oauth2/access_token", (fields) => exchange(fields, office));
    on("GET", "/sns/oauth2/refresh_token", (fields) => refresh(fields, office));
    on("GET", "/sns/userinfo", (fields) =>
      office.profile(required(fields, "access_token", 41001), required(fields, "openid", 41009)),
    );
    on("POST", "/cgi-bin/stable_token", (fields) => stableToken(fields, office));
    on("GET", "/cgi-bin/ticket/getticket", (fields) => ticket(fields, office));
  };
}
