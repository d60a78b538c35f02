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
import { deletionPath, userStore } from "./UserStore.ts";
import {
  findWechatAuthSession,
  removeWechatAuthSession,
  saveWechatAuthResult,
  saveWechatAuthSession,
  type WechatAuthResult,
  type WechatAuthSession,
} from "./WechatAuthSession.ts";

/** The current document: its origin, and navigation that leaves no history entry. */
interface PageLocation {
  origin(): string;
  replace(url: string): void;
}

/** Parameters of an authorization, and the path to continue with. */
interface AuthorizationRequest {
  purpose: AuthPurpose;
  target: string;
  /** Order to pay, for the purpose "payer". */
  orderId?: string;
}

/**
 * Next step of the callback page: nothing, because the document is being left; continue inside this document,
 * which alone holds the login where the device stores nothing; or ask the customer, because no stored session
 * proves that they started it.
 */
export type AuthorizationOutcome =
  | { kind: "left" }
  | { kind: "inside"; target: string }
  | { kind: "unknown"; target: string; code: string };

/** Authorization round trips to WeChat's page. Only `tryAutoLogin` starts by itself, once per visit. */
export class WechatStore {
  private readonly root: RootStore;
  private readonly page: PageLocation;
  private hasTried = false;

  constructor(root: RootStore, page: PageLocation) {
    this.root = root;
    this.page = page;
  }

  /**
   * Returns whether the login may start by itself; true once per visit, so that it cannot loop. `isReturn`:
   * the customer has just returned with nothing; then a device that cannot store the attempt gets none.
   */
  tryAutoLogin(isReturn = false): boolean {
    if (this.hasTried || readSessionItem(sessionKeys.hasTriedWechatLogin) !== null) return false;
    this.hasTried = true;
    return writeSessionItem(sessionKeys.hasTriedWechatLogin, "1") || !isReturn;
  }

  /** Goes to WeChat's page. Sets the failed flag for a failed login, and rethrows. */
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
   * Handles the redirect from WeChat's page, and goes to the target. The document is replaced, so that the
   * code stays out of the history and iOS signs for a page without it.
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
    // The server checks such a state against this session, so a code planted by others is refused there.
    if (isLoggedIn && signedSession?.purpose === "payer")
      return this.goTo(await this.finishAuthorization(signedSession, code));
    if (isLoggedIn) return this.goTo(signedSession?.target ?? "/");
    const target = signedSession?.target ?? "/";
    return code === "" ? this.goTo(loginPath(target, "refused")) : { kind: "unknown", target, code };
  }

  /**
   * Continues a login that this device has no session of, at the customer's request. The code may be another
   * person's, so a fresh one is fetched; only a device without any storage uses the present one.
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
      return result === "done"
        ? this.targetAfterLogin(authSession.target)
        : loginPath(authSession.target, result);
    saveWechatAuthResult(authSession.purpose, result);
    return authSession.target;
  }

  private targetAfterLogin(target: string): string {
    return this.root.get(userStore).user?.deletion_due_at ? deletionPath : target;
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
      // A consent that follows names the login as its way.
      if (purpose === "login") writeSessionItem(sessionKeys.isWechatLogin, "1");
      return "done";
    } catch (error) {
      logError("the way back from WeChat failed", error);
      return toResult(error);
    }
  }

  /**
   * Returns the session that the server signed into a state; null when it did not sign it or is unreachable.
   */
  private async fetchState(state: string): Promise<WechatAuthSession | null> {
    if (!/^[0-9A-Za-z]{1,128}$/.test(state)) return null;
    try {
      const { purpose, target } = await this.root.api.call(wechatEndpoints.authState, { query: { state } });
      return { purpose, state, target: safeRedirect(target), inviteCode: "" };
    } catch (error) {
      // Forged or expired: both are expected.
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

/** Login path with the reason as a query parameter, so that it survives without storage. */
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
