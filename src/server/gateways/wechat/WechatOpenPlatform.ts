import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import type { Config } from "../../config.ts";
import { GatewayError } from "../GatewayError.ts";
import type { Authorisation, Lease, WechatGateway, WechatProfile } from "./WechatGateway.ts";

const timeoutMs = 5_000;
const answerMaxBytes = 64 * 1024;

const Failure = Type.Object({ errcode: Type.Integer() });
const Exchanged = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  openid: Type.String({ minLength: 1, maxLength: 128 }),
  scope: Type.Optional(Type.String()),
  unionid: Type.Optional(Type.String()),
  is_snapshotuser: Type.Optional(Type.Integer()),
});
const Profile = Type.Object({
  nickname: Type.String(),
  headimgurl: Type.Optional(Type.String()),
});
const Token = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Integer() });
const Ticket = Type.Object({ ticket: Type.String({ minLength: 1 }), expires_in: Type.Integer() });

/**
 * The open platform over HTTPS (developers.weixin.qq.com: web authorisation, stable access token, JS-SDK ticket).
 * Failures come with status 200 and an errcode, JSON with any content type.
 */
export class WechatOpenPlatform implements WechatGateway {
  readonly #config: Config["wechat"];

  constructor(config: Config["wechat"]) {
    this.#config = config;
  }

  async exchange(code: string): Promise<Authorisation> {
    const { appid, appSecret: secret } = this.#config;
    const query = { appid, secret, code, grant_type: "authorization_code" };
    const answer = await this.#ask(Exchanged, "/sns/oauth2/access_token", { query });
    return {
      openid: answer.openid,
      unionid: answer.unionid ?? null,
      accessToken: answer.access_token,
      givesProfile: (answer.scope ?? "").split(",").includes("snsapi_userinfo"),
      isSnapshot: answer.is_snapshotuser === 1,
    };
  }

  async profile({ openid, accessToken }: { openid: string; accessToken: string }): Promise<WechatProfile> {
    const query = { access_token: accessToken, openid, lang: "zh_CN" };
    const { nickname, headimgurl = "" } = await this.#ask(Profile, "/sns/userinfo", { query });
    return { nickname, avatar: this.#avatar(headimgurl) };
  }

  async accessToken(): Promise<Lease> {
    const { appid, appSecret: secret } = this.#config;
    const body = { grant_type: "client_credential", appid, secret };
    const answer = await this.#ask(Token, "/cgi-bin/stable_token", { body });
    return { value: answer.access_token, expiresInS: answer.expires_in };
  }

  async ticket(accessToken: string): Promise<Lease> {
    const query = { access_token: accessToken, type: "jsapi" };
    const answer = await this.#ask(Ticket, "/cgi-bin/ticket/getticket", { query });
    return { value: answer.ticket, expiresInS: answer.expires_in };
  }

  /** Pictures are taken from WeChat's own hosts only; older answers name them without encryption. */
  #avatar(text: string): string | null {
    if (text.length > 500 || !URL.canParse(text)) return null;
    const url = new URL(text);
    if (url.origin === new URL(this.#config.openBaseUrl).origin) return url.href;
    if (url.hostname !== "thirdwx.qlogo.cn") return null;
    url.protocol = "https:";
    return url.href;
  }

  async #ask<S extends TSchema>(
    schema: S,
    path: string,
    call: { query?: Record<string, string>; body?: object },
  ): Promise<Static<S>> {
    if (this.#config.appid === "") throw new GatewayError("wechat", "not set up", false);
    const answer = await this.#send(`${path}?${new URLSearchParams(call.query)}`, call.body);
    if (Value.Check(Failure, answer) && answer.errcode !== 0) {
      // -1 is "busy": nobody knows whether a code was used up.
      throw new GatewayError("wechat", String(answer.errcode), answer.errcode === -1);
    }
    if (!Value.Check(schema, answer)) throw new GatewayError("wechat", "answer not understood", true);
    return answer;
  }

  async #send(path: string, body: object | undefined): Promise<unknown> {
    const url = `${this.#config.apiBaseUrl}${path}`;
    const post = {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { ...(body && post), redirect: "error", signal });
      return JSON.parse(await readCapped(response));
    } catch (error) {
      // Not the error itself: it may name the address, and that carries the secret.
      const cause = error instanceof Error ? error.name : undefined;
      throw new GatewayError("wechat", "no answer", true, { cause });
    }
  }
}

/** The body as text; a provider's answer is input too, so it may not grow without bound. */
async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > answerMaxBytes) throw new Error("answer too large");
  }
  return text;
}
