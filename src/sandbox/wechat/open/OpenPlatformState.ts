import { randomBytes } from "node:crypto";
import type { Credentials } from "../../credentials.ts";
import { MiniProgramLogin } from "./MiniProgramLogin.ts";
import { OpenError } from "./OpenError.ts";
import { defaultOpenBehaviour, type OpenBehaviour } from "./openBehaviour.ts";
import { RotatingTokens } from "./RotatingTokens.ts";
import { getUser, listUsers, miniProgramOpenid, type WechatUser } from "./users.ts";

const CODE_TTL_MS = 300_000;
const TOKEN_TTL_MS = 7_200_000;

/** Scope that the customer granted. */
export type Scope = "snsapi_base" | "snsapi_userinfo";

type AuthorizationCode = {
  user: WechatUser;
  scope: Scope;
  isSnapshot: boolean;
  createdAt: number;
  isUsed: boolean;
};
type Grant = { user: WechatUser; scope: Scope; isSnapshot: boolean; createdAt: number };

/** State of the open platform: authorisations, and the account's token and ticket. */
export class OpenPlatformState {
  readonly keys: Credentials;
  readonly behaviour: OpenBehaviour;
  readonly publicUrl: () => string;
  readonly tokens: RotatingTokens;
  readonly tickets: RotatingTokens;
  readonly miniProgramLogin = new MiniProgramLogin();
  /** Number of calls by interface. */
  readonly callCounts: Record<string, number> = {};
  /** The latest redirect addresses of customers, with their codes. */
  readonly redirects: string[] = [];
  readonly #domains: ReadonlySet<string>;
  readonly #codes = new Map<string, AuthorizationCode>();
  readonly #grants = new Map<string, Grant>();
  readonly #refreshTokens = new Map<string, Grant>();

  /** @param domains host names registered for authorisation and for the JS-SDK */
  constructor(keys: Credentials, domains: readonly string[], publicUrl: () => string) {
    this.keys = keys;
    this.publicUrl = publicUrl;
    this.behaviour = defaultOpenBehaviour(listUsers(keys.appid)[0]?.openid ?? "");
    this.tokens = new RotatingTokens(`token ${keys.wechatAppSecret}`, 136);
    this.tickets = new RotatingTokens(`ticket ${keys.wechatAppSecret}`, 86);
    this.#domains = new Set(domains);
  }

  /** Returns whether a page's host name is registered. */
  isRegistered(hostname: string): boolean {
    return this.#domains.has(hostname);
  }

  /** Returns the current owner of the phone. */
  get currentUser(): WechatUser {
    return getUser(this.behaviour.user, this.keys.appid);
  }

  /** Returns the phone's owner as the mini-program knows them. */
  get currentMiniProgramOpenid(): string {
    return miniProgramOpenid(this.behaviour.user, this.keys.miniProgramAppid);
  }

  /** Issues an authorisation code: for one use within five minutes. */
  issueCode(
    scope: Scope,
    isSnapshot = this.behaviour.authorize === "snapshot",
    currentUser = this.currentUser,
  ): string {
    const code = randomBytes(16).toString("hex");
    const snapshotUser = {
      openid: `o${randomBytes(20).toString("base64url")}`,
      unionid: "",
      nickname: "微信用户",
    };
    const user = isSnapshot ? snapshotUser : currentUser;
    this.#codes.set(code, { user, scope, isSnapshot, createdAt: Date.now(), isUsed: false });
    return code;
  }

  /** Exchanges a code, which cannot be used again. Throws OpenError. */
  exchangeCode(text: string): object {
    const code = this.#codes.get(text);
    if (code === undefined) throw new OpenError(40029, "invalid code");
    if (code.isUsed) throw new OpenError(40163, "code been used");
    if (Date.now() - code.createdAt > CODE_TTL_MS) throw new OpenError(42003, "oauth_code超时");
    code.isUsed = true;
    const refreshToken = randomBytes(32).toString("base64url");
    this.#refreshTokens.set(refreshToken, code);
    return this.#issueToken(code, refreshToken);
  }

  /** Issues a new token for an existing authorisation. */
  refreshToken(text: string): object {
    const grant = this.#refreshTokens.get(text);
    if (grant === undefined) throw new OpenError(40030, "invalid refresh_token");
    return this.#issueToken(grant, text);
  }

  /** Returns nickname and picture of a user who granted access to them. */
  getProfile(token: string, openid: string): object {
    const grant = this.#grants.get(token);
    if (grant === undefined) throw new OpenError(40001, "invalid credential, access_token is invalid");
    if (Date.now() - grant.createdAt > TOKEN_TTL_MS) throw new OpenError(42001, "access_token expired");
    if (grant.user.openid !== openid) throw new OpenError(40003, "invalid openid");
    if (grant.isSnapshot || grant.scope !== "snsapi_userinfo") throw new OpenError(48001, "api unauthorized");
    const { nickname, unionid } = grant.user;
    const headimgurl = `${this.publicUrl()}/wechat/avatars/${openid}`;
    return {
      openid,
      nickname,
      sex: 0,
      province: "",
      city: "",
      country: "",
      headimgurl,
      privilege: [],
      unionid,
    };
  }

  #issueToken({ user, scope, isSnapshot }: Grant, refreshToken: string): object {
    const token = randomBytes(64).toString("base64url");
    this.#grants.set(token, { user, scope, isSnapshot, createdAt: Date.now() });
    return {
      access_token: token,
      expires_in: TOKEN_TTL_MS / 1000,
      refresh_token: refreshToken,
      openid: user.openid,
      scope,
      ...(isSnapshot ? { is_snapshotuser: 1 } : { unionid: user.unionid }),
    };
  }
}
