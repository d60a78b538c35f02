import type { OpenPlatformState, Scope } from "./OpenPlatformState.ts";

/** A valid link to the authorisation page. */
export type AuthorizeLink = { redirectUri: URL; scope: Scope; state: string };
/** Error that WeChat's page shows for an invalid link. */
export type LinkError = { code: number; text: string };

const PARAMETER_ORDER = ["appid", "redirect_uri", "response_type", "scope", "state"];

/** Parses the raw query of the authorisation page; WeChat checks the order of the parameters too. */
export function readAuthorizeLink(rawQuery: string, platform: OpenPlatformState): AuthorizeLink | LinkError {
  const fields = new URLSearchParams(rawQuery);
  const field = (name: string) => fields.get(name) ?? "";
  const names = [...fields.keys()].filter((name) => PARAMETER_ORDER.includes(name));
  if (names.join() !== PARAMETER_ORDER.filter((name) => fields.has(name)).join())
    return { code: 10015, text: "链接参数的顺序不符合要求" };
  if (field("appid") === "") return { code: 10012, text: "appid 参数不能为空" };
  if (field("appid") !== platform.keys.appid) return { code: 10013, text: "appid 参数错误" };
  if (field("redirect_uri") === "") return { code: 10010, text: "redirect_uri 参数不能为空" };
  if (field("response_type") !== "code") return { code: 10014, text: "response_type 参数错误" };
  const scope = field("scope");
  if (scope !== "snsapi_base" && scope !== "snsapi_userinfo")
    return { code: 10005, text: "Scope 参数错误或没有 Scope 权限" };
  if (!/^[A-Za-z0-9]{0,128}$/.test(field("state"))) return { code: 10016, text: "state 参数错误" };
  const page = URL.canParse(field("redirect_uri")) ? new URL(field("redirect_uri")) : null;
  if (page === null || !/^https?:$/.test(page.protocol) || !platform.isRegistered(page.hostname))
    return { code: 10003, text: "redirect_uri 域名与后台配置不一致" };
  return { redirectUri: page, scope, state: field("state") };
}

/** Builds the redirect address; without a code when the customer refused. */
export function redirectUrl({ redirectUri, state }: AuthorizeLink, code: string | null): string {
  const url = new URL(redirectUri);
  if (code !== null) url.searchParams.set("code", code);
  url.searchParams.set("state", state);
  return url.href;
}
