import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import type { AuthPurpose, WechatScope } from "#contract/wechat/schema.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { safeRedirect } from "#web/shared/routing/safeRedirect.ts";
import { isPersisted, storageKeys } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import { readVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import {
  findTrip,
  keepOutcome,
  removeTrip,
  storeTrip,
  type TripResult,
  type WechatTrip,
} from "../features/user/WechatTrip.ts";
import { readInviteCode } from "../inviteCode.ts";
import { type RootStore, storeOf } from "../RootStore.ts";
import { userStore } from "./UserStore.ts";

/** The document this runs in: its own origin, and how it is left without a trace in the history. */
interface Place {
  origin(): string;
  leave(url: string): void;
}

/** What WeChat's page is asked for, and where the app goes on afterwards. */
interface Departure {
  purpose: AuthPurpose;
  target: string;
  /** The order to pay, for the purpose "payer". */
  orderId?: string;
}

/**
 * What the callback page has to do: nothing, because the document is being left; go on inside this document, which alone
 * holds the login where the device stores nothing; or ask the customer, because nothing here says that they left for it.
 */
export type Arrival =
  | { kind: "left" }
  | { kind: "inside"; target: string }
  | { kind: "unknown"; target: string; code: string };

/** Trips to WeChat's page of authorisation and back. Nothing here starts by itself but `tryOnce`, once a visit. */
export class WechatStore {
  private readonly root: RootStore;
  private readonly place: Place;
  private hasTried = false;

  constructor(root: RootStore, place: Place) {
    this.root = root;
    this.place = place;
  }

  /**
   * Whether the login may start by itself; true once a visit, so that nothing can go in circles. `isReturn`: the customer
   * has just come back with nothing; then a device that cannot remember the try gets none.
   */
  tryOnce(isReturn = false): boolean {
    if (this.hasTried || readVisit(visitKeys.wechatTried) !== null) return false;
    this.hasTried = true;
    return writeVisit(visitKeys.wechatTried, "1") || !isReturn;
  }

  /** Goes to WeChat's page. A failure sets the failed flag when it was a login, and is rethrown. */
  async depart({ purpose, target, orderId = "" }: Departure): Promise<void> {
    try {
      const redirect_uri = `${this.place.origin()}/wechat-callback`;
      const { url, state } =
        purpose === "payer"
          ? await this.root.api.call(wechatEndpoints.payerAuthUrl, {
              query: { redirect_uri, order_id: orderId },
            })
          : await this.root.api.call(wechatEndpoints.authUrl, {
              query: { redirect_uri, scope: scopeOf(purpose), target },
            });
      if (!/^https?:\/\//.test(url) || !state) throw new ApiError("bad_reply", texts.badReply);
      storeTrip({ purpose, state, target, inviteCode: readInviteCode() });
      this.place.leave(url);
    } catch (error) {
      if (purpose === "login") this.root.get(userStore).failWechat();
      throw error;
    }
  }

  /**
   * Takes in what WeChat's page came back with, and leaves for where the trip was meant to lead. The document is
   * replaced, so that the code stays out of the history and iOS signs for a page without it.
   */
  async arrive(query: URLSearchParams): Promise<Arrival> {
    const state = query.get("state") ?? "";
    const code = query.get("code") ?? "";
    const { isLoggedIn } = this.root.session;
    const trip = findTrip(state);
    if (trip !== null) {
      removeTrip();
      return this.leave(await this.settle(trip, code));
    }
    const signed = await this.readState(state);
    // The server holds such a state against this very session, so a code that others planted is refused there.
    if (isLoggedIn && signed?.purpose === "payer") return this.leave(await this.settle(signed, code));
    if (isLoggedIn) return this.leave(signed?.target ?? "/");
    const target = signed?.target ?? "/";
    return code === "" ? this.leave(loginPath(target, "refused")) : { kind: "unknown", target, code };
  }

  /**
   * Goes on with a login that nothing here remembers, at the customer's wish. The code may be a stranger's, so another
   * one is fetched; only a device that can remember no trip at all uses the one at hand.
   */
  async continueLogin({ target, code }: { target: string; code: string }): Promise<Arrival> {
    const probe: WechatTrip = { purpose: "login", state: "probe", target, inviteCode: "" };
    const canStore = storeTrip(probe);
    removeTrip();
    if (!canStore && code !== "") return this.leave(await this.settle({ ...probe, state: "" }, code));
    await this.depart({ purpose: "login", target });
    return { kind: "left" };
  }

  private leave(target: string): Arrival {
    const isOnlyHere = this.root.session.isLoggedIn && !isPersisted(storageKeys.token);
    if (isOnlyHere) return { kind: "inside", target };
    this.place.leave(target);
    return { kind: "left" };
  }

  private async settle(trip: WechatTrip, code: string): Promise<string> {
    if (trip.purpose === "login" && this.root.session.isLoggedIn) return trip.target;
    const result = await this.redeem(trip, code);
    if (trip.purpose === "login") return result === "done" ? trip.target : loginPath(trip.target, result);
    keepOutcome(trip.purpose, result);
    return trip.target;
  }

  private async redeem({ purpose, state, inviteCode }: WechatTrip, code: string): Promise<TripResult> {
    if (code === "") return "refused";
    try {
      if (purpose === "payer") await this.root.api.call(wechatEndpoints.payer, { body: { code, state } });
      else await this.root.get(userStore).enterByWechat(code, { scope: scopeOf(purpose), state, inviteCode });
      return "done";
    } catch (error) {
      logFailure("the way back from WeChat failed", error);
      return resultOf(error);
    }
  }

  /** What the server signed into a state; null for one that it did not sign, or when it cannot be asked. */
  private async readState(state: string): Promise<WechatTrip | null> {
    if (!/^[0-9A-Za-z]{1,128}$/.test(state)) return null;
    try {
      const { purpose, target } = await this.root.api.call(wechatEndpoints.authState, { query: { state } });
      return { purpose, state, target: safeRedirect(target), inviteCode: "" };
    } catch (error) {
      // Forged, or too old: both are expected.
      if (!(error instanceof ApiError) || error.failure !== "bad_code")
        logFailure("the state of a way back from WeChat is not known", error);
      return null;
    }
  }
}

function scopeOf(purpose: AuthPurpose): WechatScope {
  return purpose === "profile" ? "snsapi_userinfo" : "snsapi_base";
}

function resultOf(error: unknown): TripResult {
  if (!(error instanceof ApiError)) return "failed";
  if (error.failure === "snapshot_user") return "snapshot";
  return error.failure === "conflict" ? "taken" : "failed";
}

/** The login with its reason in the address, so that it is known even where nothing can be stored. */
function loginPath(target: string, result: TripResult): string {
  const query = new URLSearchParams({ ...(target === "/" ? {} : { redirect: target }), wechat: result });
  return `/login?${query}`;
}

export const wechatStore = storeOf(
  (root) =>
    new WechatStore(root, {
      origin: () => window.location.origin,
      leave: (url) => window.location.replace(url),
    }),
);
