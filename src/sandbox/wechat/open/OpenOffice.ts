import { randomBytes } from "node:crypto";
import type { Credentials } from "../../credentials.ts";
import { Leases } from "./Leases.ts";
import { type OpenBehaviour, usualBehaviour } from "./openBehaviour.ts";
import { type Person, people, personOf } from "./people.ts";

const CODE_LIFE_MS = 300_000;
const TOKEN_LIFE_MS = 7_200_000;

/** What the customer agreed to. */
export type Scope = "snsapi_base" | "snsapi_userinfo";

type Code = { person: Person; scope: Scope; isSnapshot: boolean; madeAt: number; isUsed: boolean };
type Grant = { person: Person; scope: Scope; isSnapshot: boolean; madeAt: number };

/** A refusal with WeChat's errcode. */
export class OpenError extends Error {
  readonly errcode: number;

  constructor(errcode: number, errmsg: string) {
    super(errmsg);
    this.errcode = errcode;
  }
}

/** The open platform's memory: who authorised, and the account's token and ticket. */
export class OpenOffice {
  readonly keys: Credentials;
  readonly behaviour: OpenBehaviour;
  readonly publicUrl: () => string;
  readonly tokens: Leases;
  readonly tickets: Leases;
  /** How often each interface was called. */
  readonly calls: Record<string, number> = {};
  /** The addresses that customers were last sent back to, with their codes. */
  readonly returns: string[] = [];
  readonly #domains: ReadonlySet<string>;
  readonly #codes = new Map<string, Code>();
  readonly #grants = new Map<string, Grant>();
  readonly #refreshes = new Map<string, Grant>();

  /** `domains` are the host names registered for authorisation and for the JS-SDK. */
  constructor(keys: Credentials, domains: readonly string[], publicUrl: () => string) {
    this.keys = keys;
    this.publicUrl = publicUrl;
    this.behaviour = usualBehaviour(people(keys.appid)[0]?.openid ?? "");
    this.tokens = new Leases(`token ${keys.wechatAppSecret}`, 136);
    this.tickets = new Leases(`ticket ${keys.wechatAppSecret}`, 86);
    this.#domains = new Set(domains);
  }

  /** Whether a page's host name is registered. */
  isRegistered(hostname: string): boolean {
    return this.#domains.has(hostname);
  }

  /** Whoever holds the phone now. */
  get customer(): Person {
    return personOf(this.behaviour.user, this.keys.appid);
  }

  /** The code that the customer comes back with: for one use within five minutes. */
  issueCode(
    scope: Scope,
    isSnapshot = this.behaviour.authorize === "snapshot",
    customer = this.customer,
  ): string {
    const code = randomBytes(16).toString("hex");
    const fake = { openid: `o${randomBytes(20).toString("base64url")}`, unionid: "", nickname: "微信用户" };
    const person = isSnapshot ? fake : customer;
    this.#codes.set(code, { person, scope, isSnapshot, madeAt: Date.now(), isUsed: false });
    return code;
  }

  /** Uses a code up. */
  redeem(text: string): object {
    const code = this.#codes.get(text);
    if (code === undefined) throw new OpenError(40029, "invalid code");
    if (code.isUsed) throw new OpenError(40163, "code been used");
    if (Date.now() - code.madeAt > CODE_LIFE_MS) throw new OpenError(42003, "oauth_code超时");
    code.isUsed = true;
    const refresh = randomBytes(32).toString("base64url");
    this.#refreshes.set(refresh, code);
    return this.#grant(code, refresh);
  }

  /** A new token for an old agreement. */
  refresh(text: string): object {
    const grant = this.#refreshes.get(text);
    if (grant === undefined) throw new OpenError(40030, "invalid refresh_token");
    return this.#grant(grant, text);
  }

  /** Nickname and picture, for those who agreed to give them. */
  profile(token: string, openid: string): object {
    const grant = this.#grants.get(token);
    if (grant === undefined) throw new OpenError(40001, "invalid credential, access_token is invalid");
    if (Date.now() - grant.madeAt > TOKEN_LIFE_MS) throw new OpenError(42001, "access_token expired");
    if (grant.person.openid !== openid) throw new OpenError(40003, "invalid openid");
    if (grant.isSnapshot || grant.scope !== "snsapi_userinfo") throw new OpenError(48001, "api unauthorized");
    const { nickname, unionid } = grant.person;
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

  #grant({ person, scope, isSnapshot }: Grant, refresh: string): object {
    const token = randomBytes(64).toString("base64url");
    this.#grants.set(token, { person, scope, isSnapshot, madeAt: Date.now() });
    return {
      access_token: token,
      expires_in: TOKEN_LIFE_MS / 1000,
      refresh_token: refresh,
      openid: person.openid,
      scope,
      ...(isSnapshot ? { is_snapshotuser: 1 } : { unionid: person.unionid }),
    };
  }
}
