import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import type { Config } from "../../config.ts";
import { GatewayError } from "../GatewayError.ts";
import { type CallLog, ProviderCalls } from "../ProviderCalls.ts";
import { readLimited } from "../read-limited.ts";
import type { Authorisation, ExpiringToken, WechatGateway, WechatProfile } from "./WechatGateway.ts";

const timeoutMs = 5_000;
const maxResponseBytes = 64 * 1024;

const Failure = Type.Object({ errcode: Type.Integer() });
const CodeExchange = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  openid: Type.String({ minLength: 1, maxLength: 128 }),
  scope: Type.Optional(Type.String()),
  unionid: Type.Optional(Type.String()),
  is_snapshotuser: Type.Optional(Type.Integer()),
});
const MiniProgramSession = Type.Object({ openid: Type.String({ minLength: 1, maxLength: 128 }) });
const Profile = Type.Object({
  nickname: Type.String(),
  headimgurl: Type.Optional(Type.String()),
});
const Token = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Integer() });
const Ticket = Type.Object({ ticket: Type.String({ minLength: 1 }), expires_in: Type.Integer() });

/**
 * Client of the open platform over HTTPS (developers.weixin.qq.com: web authorisation, stable access token,
 * JS-SDK ticket; mini-program login). Failures come with status 200 and an errcode, as JSON with any content type.
 */
export class WechatOpenPlatform implements WechatGateway {
  readonly #config: Config["wechat"];
  readonly #miniProgram: Config["miniProgram"];
  readonly #calls: ProviderCalls;

  constructor({ wechat, miniProgram }: Pick<Config, "wechat" | "miniProgram">, log?: CallLog) {
    this.#config = wechat;
    this.#miniProgram = miniProgram;
    this.#calls = new ProviderCalls("wechat", log);
  }

  async exchange(code: string): Promise<Authorisation> {
    const { appid, appSecret: secret } = this.#config;
    const query = { appid, secret, code, grant_type: "authorization_code" };
    const payload = await this.#request(CodeExchange, "/sns/oauth2/access_token", { query });
    return {
      openid: payload.openid,
      unionid: payload.unionid ?? null,
      accessToken: payload.access_token,
      givesProfile: (payload.scope ?? "").split(",").includes("snsapi_userinfo"),
      isSnapshot: payload.is_snapshotuser === 1,
    };
  }

  async exchangeMiniProgramCode(code: string): Promise<{ openid: string }> {
    if (this.#miniProgram === null) throw new GatewayError("wechat", "not set up", false);
    const { appid, appSecret: secret } = this.#miniProgram;
    const query = { appid, secret, js_code: code, grant_type: "authorization_code" };
    const { openid } = await this.#request(MiniProgramSession, "/sns/jscode2session", { query });
    return { openid };
  }

  async profile({ openid, accessToken }: { openid: string; accessToken: string }): Promise<WechatProfile> {
    const query = { access_token: accessToken, openid, lang: "zh_CN" };
    const { nickname, headimgurl = "" } = await this.#request(Profile, "/sns/userinfo", { query });
    return { nickname, avatar: this.#avatar(headimgurl) };
  }

  async accessToken(): Promise<ExpiringToken> {
    const { appid, appSecret: secret } = this.#config;
    const body = { grant_type: "client_credential", appid, secret };
    const payload = await this.#request(Token, "/cgi-bin/stable_token", { body });
    return { value: payload.access_token, expiresInS: payload.expires_in };
  }

  async ticket(accessToken: string): Promise<ExpiringToken> {
    const query = { access_token: accessToken, type: "jsapi" };
    const payload = await this.#request(Ticket, "/cgi-bin/ticket/getticket", { query });
    return { value: payload.ticket, expiresInS: payload.expires_in };
  }

  /** Accepts avatars from WeChat's own hosts only, and upgrades the http URLs of older responses to https. */
  #avatar(text: string): string | null {
    if (text.length > 500 || !URL.canParse(text)) return null;
    const url = new URL(text);
    if (url.origin === new URL(this.#config.openBaseUrl).origin) return url.href;
    if (url.hostname !== "thirdwx.qlogo.cn") return null;
    url.protocol = "https:";
    return url.href;
  }

  async #request<S extends TSchema>(
    schema: S,
    path: string,
    request: { query?: Record<string, string>; body?: object },
  ): Promise<Static<S>> {
    if (this.#config.appid === "") throw new GatewayError("wechat", "not set up", false);
    return await this.#calls.run(path, async () => {
      const payload = await this.#fetchJson(`${path}?${new URLSearchParams(request.query)}`, request.body);
      if (Value.Check(Failure, payload) && payload.errcode !== 0) {
        // -1 is "busy": whether the code was consumed is unknown.
        throw new GatewayError("wechat", String(payload.errcode), payload.errcode === -1);
      }
      if (!Value.Check(schema, payload)) throw new GatewayError("wechat", "answer not understood", true);
      return payload;
    });
  }

  async #fetchJson(path: string, body: object | undefined): Promise<unknown> {
    const url = `${this.#config.apiBaseUrl}${path}`;
    const init = {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { ...(body && init), redirect: "error", signal });
      return JSON.parse(await readLimited(response, maxResponseBytes));
    } catch (error) {
      // Not the error itself: it may contain the URL, which carries the secret.
      const cause = error instanceof Error ? error.name : undefined;
      throw new GatewayError("wechat", "no answer", true, { cause });
    }
  }
}
