import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import type { AuthPurpose, WechatScope } from "#contract/wechat/schema.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logError } from "#web/lib/logError.ts";
import { safeRedirect } from "#web/lib/routing/safeRedirect.ts";
import { readSessionItem, sessionKeys, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";
import { isPersisted, storageKeys } from "#web/lib/storage/storage.ts";
import { defineStore, type RootStore } from "../../app/RootStore.ts";
import { readInviteCode } from "../invite/inviteCode.ts";
import { userStore } from "./UserStore.ts";
import {
  findWechatAuthSession,
  removeWechatAuthSession,
  saveWechatAuthResult,
  saveWechatAuthSession,
  type WechatAuthResult,
  type WechatAuthSession,
} from "./WechatAuthSession.ts";

/** The document this runs in: its own origin, and how it is left without a trace in the history. */
interface PageLocation {
  origin(): string;
  replace(url: string): void;
}

/** What WeChat's page is asked for, and where the app goes on afterwards. */
interface AuthorizationRequest {
  purpose: AuthPurpose;
  target: string;
  /** The order to pay, for the purpose "payer". */
  orderId?: string;
}

/**
 * What the callback page has to do: nothing, because the document is being left; go on inside this document, which alone
 * holds the login where the device stores nothing; or ask the customer, because nothing here says that they left for it.
 */
export type AuthorizationOutcome =
  | { kind: "left" }
  | { kind: "inside"; target: string }
  | { kind: "unknown"; target: string; code: string };

/** Trips to WeChat's page of authorisation and back. Nothing here starts by itself but `tryAutoLogin`, once a visit. */
export class WechatStore {
  private readonly root: RootStore;
  private readonly page: PageLocation;
  private hasTried = false;

  constructor(root: RootStore, page: PageLocation) {
    this.root = root;
    this.page = page;
  }

  /**
   * Whether the login may start by itself; true once a visit, so that nothing can go in circles. `isReturn`: the customer
   * has just come back with nothing; then a device that cannot remember the try gets none.
   */
  tryAutoLogin(isReturn = false): boolean {
    if (this.hasTried || readSessionItem(sessionKeys.hasTriedWechatLogin) !== null) return false;
    this.hasTried = true;
    return writeSessionItem(sessionKeys.hasTriedWechatLogin, "1") || !isReturn;
  }

  /** Goes to WeChat's page. A failure sets the failed flag when it was a login, and is rethrown. */
  async startAuthorization({ purpose, target, orderId = "" }: AuthorizationRequest): Promise<void> {
    try {
      const redirect_uri = `${this.page.origin()}/wechat-callback`;
      const { url, state } =
        purpose === "payer"
          ? await this.root.api.call(wechatEndpoints.payerAuthUrl, {
              query: { redirect_uri, order_id: orderId },
            })
          : await this.root.api.call(wechatEndpoints.authUrl, {
              query: { redirect_uri, scope: scopeFor(purpose), target },
            });
      if (!/^https?:\/\//.test(url) || !state) throw new ApiError("bad_reply", commonMessages.badReply);
      saveWechatAuthSession({ purpose, state, target, inviteCode: readInviteCode() });
      this.page.replace(url);
    } catch (error) {
      if (purpose === "login") this.root.get(userStore).markWechatFailed();
      throw error;
    }
  }

  /**
   * Takes in what WeChat's page came back with, and leaves for where the trip was meant to lead. The document is
   * replaced, so that the code stays out of the history and iOS signs for a page without it.
   */
  async completeAuthorization(query: URLSearchParams): Promise<AuthorizationOutcome> {
    const state = query.get("state") ?? "";
    const code = query.get("code") ?? "";
    const { isLoggedIn } = this.root.session;
    const authSession = findWechatAuthSession(state);
    if (authSession !== null) {
      removeWechatAuthSession();
      return this.goTo(await this.finishAuthorization(authSession, code));
    }
    const signedSession = await this.fetchState(state);
    // The server holds such a state against this very session, so a code that others planted is refused there.
    if (isLoggedIn && signedSession?.purpose === "payer")
      return this.goTo(await this.finishAuthorization(signedSession, code));
    if (isLoggedIn) return this.goTo(signedSession?.target ?? "/");
    const target = signedSession?.target ?? "/";
    return code === "" ? this.goTo(loginPath(target, "refused")) : { kind: "unknown", target, code };
  }

  /**
   * Goes on with a login that nothing here remembers, at the customer's wish. The code may be a stranger's, so another
   * one is fetched; only a device that can remember no trip at all uses the one at hand.
   */
  async continueLogin({ target, code }: { target: string; code: string }): Promise<AuthorizationOutcome> {
    const probe: WechatAuthSession = { purpose: "login", state: "probe", target, inviteCode: "" };
    const canStore = saveWechatAuthSession(probe);
    removeWechatAuthSession();
    if (!canStore && code !== "")
      return this.goTo(await this.finishAuthorization({ ...probe, state: "" }, code));
    await this.startAuthorization({ purpose: "login", target });
    return { kind: "left" };
  }

  private goTo(target: string): AuthorizationOutcome {
    const isMemoryOnly = this.root.session.isLoggedIn && !isPersisted(storageKeys.token);
    if (isMemoryOnly) return { kind: "inside", target };
    this.page.replace(target);
    return { kind: "left" };
  }

  private async finishAuthorization(authSession: WechatAuthSession, code: string): Promise<string> {
    if (authSession.purpose === "login" && this.root.session.isLoggedIn) return authSession.target;
    const result = await this.exchangeCode(authSession, code);
    if (authSession.purpose === "login")
      return result === "done" ? authSession.target : loginPath(authSession.target, result);
    saveWechatAuthResult(authSession.purpose, result);
    return authSession.target;
  }

  private async exchangeCode(
    { purpose, state, inviteCode }: WechatAuthSession,
    code: string,
  ): Promise<WechatAuthResult> {
    if (code === "") return "refused";
    try {
      if (purpose === "payer") await this.root.api.call(wechatEndpoints.payer, { body: { code, state } });
      else
        await this.root.get(userStore).loginWithWechat(code, { scope: scopeFor(purpose), state, inviteCode });
      return "done";
    } catch (error) {
      logError("the way back from WeChat failed", error);
      return toResult(error);
    }
  }

  /** What the server signed into a state; null for one that it did not sign, or when it cannot be asked. */
  private async fetchState(state: string): Promise<WechatAuthSession | null> {
    if (!/^[0-9A-Za-z]{1,128}$/.test(state)) return null;
    try {
      const { purpose, target } = await this.root.api.call(wechatEndpoints.authState, { query: { state } });
      return { purpose, state, target: safeRedirect(target), inviteCode: "" };
    } catch (error) {
      // Forged, or too old: both are expected.
      if (!(error instanceof ApiError) || error.code !== "bad_code")
        logError("the state of a way back from WeChat is not known", error);
      return null;
    }
  }
}

function scopeFor(purpose: AuthPurpose): WechatScope {
  return purpose === "profile" ? "snsapi_userinfo" : "snsapi_base";
}

function toResult(error: unknown): WechatAuthResult {
  if (!(error instanceof ApiError)) return "failed";
  if (error.code === "snapshot_user") return "snapshot";
  return error.code === "conflict" ? "taken" : "failed";
}

/** The login with its reason in the address, so that it is known even where nothing can be stored. */
function loginPath(target: string, result: WechatAuthResult): string {
  const query = new URLSearchParams({ ...(target === "/" ? {} : { redirect: target }), wechat: result });
  return `/login?${query}`;
}

export const wechatStore = defineStore(
  (root) =>
    new WechatStore(root, {
      origin: () => window.location.origin,
      replace: (url) => window.location.replace(url),
    }),
);
