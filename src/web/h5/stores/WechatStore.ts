import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import type { WechatScope } from "#contract/wechat/schema.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { readText, storageKeys } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import { readVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import {
  endTrip,
  keepOutcome,
  keepTrip,
  readTrip,
  type TripPurpose,
  type TripResult,
  type WechatTrip,
} from "../features/user/WechatTrip.ts";
import { type RootStore, storeOf } from "../RootStore.ts";
import { userStore } from "./UserStore.ts";

/** The document this runs in: its own origin, and how it is left without a trace in the history. */
interface Place {
  origin(): string;
  leave(url: string): void;
}

/** Trips to WeChat's page of authorisation and back. Nothing here starts by itself but `tryOnce`, once a visit. */
export class WechatStore {
  private readonly root: RootStore;
  private readonly place: Place;
  private hasTried = false;

  constructor(root: RootStore, place: Place) {
    this.root = root;
    this.place = place;
  }

  /** Whether the login may start by itself; true once a visit, so that nothing can go in circles. */
  tryOnce(): boolean {
    if (this.hasTried || readVisit(visitKeys.wechatTried) !== null) return false;
    this.hasTried = true;
    writeVisit(visitKeys.wechatTried, "1");
    return true;
  }

  /** Goes to WeChat's page; `target` is where to go on afterwards. A failure sets the failed flag when it was a login. */
  async depart(purpose: TripPurpose, target: string): Promise<void> {
    try {
      const { url, state } = await this.root.api.call(wechatEndpoints.authUrl, {
        query: { redirect_uri: `${this.place.origin()}/wechat-callback`, scope: scopeOf(purpose) },
      });
      if (!/^https?:\/\//.test(url) || !state) throw new ApiError("bad_reply", texts.badReply);
      keepTrip({ purpose, state, target, inviteCode: readText(storageKeys.inviteCode) ?? "" });
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
  async arrive(query: URLSearchParams): Promise<void> {
    const trip = readTrip();
    const target = await this.settle(trip, query);
    endTrip();
    this.place.leave(target);
  }

  private async settle(trip: WechatTrip | null, query: URLSearchParams): Promise<string> {
    const { isLoggedIn } = this.root.session;
    // Somebody has gone back into a finished trip, or has followed a link that somebody else made.
    if (trip === null) return isLoggedIn ? "/" : loginPath("/", "failed");
    if (trip.purpose === "login" && isLoggedIn) return trip.target;
    const result = await this.redeem(trip, query);
    if (trip.purpose === "login") return result === "done" ? trip.target : loginPath(trip.target, result);
    keepOutcome(trip.purpose, result);
    return trip.target;
  }

  private async redeem(trip: WechatTrip, query: URLSearchParams): Promise<TripResult> {
    const code = query.get("code") ?? "";
    if (query.get("state") !== trip.state) return "failed";
    if (code === "") return "refused";
    try {
      await this.root.get(userStore).enterByWechat(code, scopeOf(trip.purpose), trip.inviteCode);
      return "done";
    } catch (error) {
      logFailure("the way back from WeChat failed", error);
      return resultOf(error);
    }
  }
}

function scopeOf(purpose: TripPurpose): WechatScope {
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
