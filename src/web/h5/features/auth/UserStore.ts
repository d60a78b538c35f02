import { makeAutoObservable } from "mobx";
import type { ShownVersions } from "#contract/legal/schema.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import type { User } from "#contract/user/schema.ts";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import type { WechatScope } from "#contract/wechat/schema.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import type { PersistentQueryCache } from "#web/lib/cache/PersistentQueryCache.ts";
import { loadWithCache } from "#web/lib/cache/PersistentQueryCache.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logError } from "#web/lib/logError.ts";
import { deviceHeaders } from "#web/lib/login/deviceHeaders.ts";
import { sendWithProof } from "#web/lib/login/sendWithProof.ts";
import { removeSessionItem, sessionKeys, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";
import { readText, removeItem, storageKeys, writeText } from "#web/lib/storage/storage.ts";
import { clearCustomerCaches, createCustomerCache } from "../../app/customerCache.ts";
import { toNumber } from "../../app/parse.ts";
import { type CustomerScoped, defineStore, type RootStore } from "../../app/RootStore.ts";
import { type LoginResult, parseLogin, parseUser } from "./parseLogin.ts";

interface Credentials {
  phone: string;
  code: string;
  inviteCode: string;
  /** Versions of the texts that the customer agreed to; null on hosts without them. */
  consent?: ShownVersions | null;
}

/** Data about a code of WeChat's page; without a state where it was not ours to check. */
interface WechatCallback {
  scope: WechatScope;
  state: string;
  inviteCode: string;
}

/** Page that cancels the deletion of the account: where a login leads while one is due. */
export const deletionPath = "/account/deletion";

/** Stored as the last customer after a login whose customer is unknown; belongs to no customer. */
const unknownUserId = "";

/** The customer: login, logout, profile. */
export class UserStore implements CustomerScoped {
  readonly info = new Loadable<User>();
  /** True after a WeChat login has failed; from then on the login is by SMS. */
  hasWechatFailed = false;
  /** Customer data cached on the device. */
  readonly cache: PersistentQueryCache<User>;
  private infoToken: string | null = null;
  private readonly root: RootStore;
  private readonly isInWechat: boolean;

  constructor(root: RootStore, isInWechat: boolean) {
    this.root = root;
    this.isInWechat = isInWechat;
    this.cache = createCustomerCache(root.session, "profile", parseUser);
    makeAutoObservable<this, "root" | "isInWechat">(
      this,
      { info: false, cache: false, root: false, isInWechat: false },
      { autoBind: true },
    );
  }

  /** True when a login through WeChat is possible here. */
  get canUseWechat(): boolean {
    return this.isInWechat;
  }

  get loginType(): "wechat" | "sms" {
    return this.isInWechat && !this.hasWechatFailed ? "wechat" : "sms";
  }

  /** The logged-in customer, when known; never the previous one. */
  get user(): User | undefined {
    const { token } = this.root.session;
    return token !== null && this.infoToken === token ? this.info.value : undefined;
  }

  /**
   * Sends a code and returns the seconds until another may be requested; calls `onProof` when proof of work
   * comes first.
   */
  async sendCode(phone: string, onProof: () => void): Promise<number> {
    const { api } = this.root;
    const send = (proof?: string) => {
      const body = proof === undefined ? { phone } : { phone, proof };
      return api.fetchBody(userEndpoints.sendCode, { body, headers: deviceHeaders() });
    };
    const reply = await sendWithProof(send, onProof);
    const data = isRecord(reply) && isRecord(reply.data) ? reply.data : {};
    return toNumber(data.resend_after) ?? 60;
  }

  async login({ phone, code, inviteCode, consent = null }: Credentials): Promise<void> {
    const invite = inviteCode === "" ? {} : { invite_code: inviteCode };
    const agreed = consent === null ? {} : { consent };
    const body = { phone, code, loginType: "sms" as const, ...invite, ...agreed };
    const input = { body, headers: deviceHeaders() };
    const result = parseLogin(await this.root.api.fetchBody(userEndpoints.login, input));
    if (result === null) throw new ApiError("bad_reply", "", { status: 200 });
    removeItem(storageKeys.inviteCode);
    removeSessionItem(sessionKeys.isWechatLogin);
    await this.applyLogin(result);
  }

  /**
   * Uses the code of WeChat's page: logs in, or binds WeChat to the logged-in customer, and with
   * `snsapi_userinfo` adopts nickname and picture.
   */
  async loginWithWechat(code: string, { scope, state, inviteCode }: WechatCallback): Promise<void> {
    const optionalQuery = {
      ...(inviteCode !== "" && { invite_code: inviteCode }),
      ...(state !== "" && { state }),
    };
    const input = { query: { code, scope, ...optionalQuery }, headers: deviceHeaders() };
    const reply = await this.root.api.fetchBody(wechatEndpoints.callback, input);
    const result = parseLogin(reply);
    if (result === null) throw new ApiError("bad_reply", "", { status: 200 });
    removeItem(storageKeys.inviteCode);
    await this.applyLogin(result);
  }

  markWechatFailed(): void {
    this.hasWechatFailed = true;
  }

  async load(): Promise<User> {
    this.infoToken = this.root.session.token;
    return loadWithCache(this.cache, this.info, async (signal) => {
      const reply = await this.root.api.fetchBody(userEndpoints.info, { signal });
      return parseUserReply(reply);
    });
  }

  /** Binds a phone number by its code; merges with an account that has the number already. */
  async bindPhone(phone: string, code: string): Promise<void> {
    const input = { body: { phone, code }, headers: deviceHeaders() };
    const reply = await this.root.api.fetchBody(userEndpoints.updateInfo, input);
    const user = parseUserReply(reply);
    // Addresses and orders of the other account were merged in: data fetched before is incomplete.
    this.root.resetCustomerStores();
    this.setUser(this.root.session.token, user);
  }

  /** Same as `sendCode`, to the account's current number. */
  async sendOldPhoneCode(onProof: () => void): Promise<number> {
    const send = (proof?: string) => {
      const query = proof === undefined ? {} : { proof };
      return this.root.api.call(userEndpoints.sendOldPhoneCode, { query, headers: deviceHeaders() });
    };
    return (await sendWithProof(send, onProof)).resend_after;
  }

  /**
   * Verifies by that code that the number is the customer's, so that it may be changed. Rethrows failures.
   */
  async proveOldPhone(code: string): Promise<void> {
    await this.root.api.call(userEndpoints.proveOldPhone, { body: { code }, headers: deviceHeaders() });
  }

  /** Changes the nickname or avatar (id of an uploaded image). Rethrows failures. */
  async updateProfile(changes: { nickname?: string; avatar?: string }): Promise<void> {
    const reply = await this.root.api.fetchBody(userEndpoints.updateInfo, { body: changes });
    this.info.set(parseUserReply(reply));
  }

  /** Ends the session on this device at once, and on the server when it is reachable. */
  async logout(): Promise<void> {
    // The request reads its token now; dropping the token right after keeps a 401 response from being
    // announced.
    const logoutRequest = this.root.api.fetchBody(userEndpoints.logout);
    this.clearSession();
    await logoutRequest.catch((error: unknown) => logError("the server did not hear the logout", error));
  }

  /** Ends the session on this device, after the server has ended it or will. */
  clearSession(): void {
    this.root.session.clearToken();
    this.clearCustomerData();
    // The login page must not log the customer in again right after a logout.
    writeSessionItem(sessionKeys.hasTriedWechatLogin, "1");
  }

  resetCustomerData(): void {
    this.infoToken = null;
    this.info.reset();
    this.cache.reset();
  }

  private clearCustomerData(): void {
    this.root.clearCustomerData();
    clearCustomerCaches();
  }

  /**
   * Stores a login. A different or unknown customer must not find the data of the previous one; the same
   * customer continues with the selection from before the login expired, and so does a guest.
   */
  private async applyLogin({ token, user: loginUser }: LoginResult): Promise<void> {
    const user = loginUser ?? (await this.fetchUser(token));
    const lastUserId = readText(storageKeys.lastUser);
    if (lastUserId !== null && (lastUserId === unknownUserId || lastUserId !== user?.user_id))
      this.clearCustomerData();
    if (readText(storageKeys.hiddenAddress) !== null) {
      // Before the pages see the login: they read the address once.
      const { restoreSelectedAddress: restoreChoice } = await import("../address/restoreSelectedAddress.ts");
      await restoreChoice(this.root.api.forToken(token));
    }
    this.root.session.setToken(token);
    this.setUser(token, user);
  }

  /** Fetches the customer of a login whose response did not name one; null if that fails. */
  private fetchUser(token: string): Promise<User | null> {
    return this.root.api
      .forToken(token)
      .fetchBody(userEndpoints.info)
      .then(parseUserReply)
      .catch(() => null);
  }

  private setUser(token: string | null, user: User | null): void {
    writeText(storageKeys.lastUser, user?.user_id ?? unknownUserId);
    this.infoToken = token;
    if (user === null) this.info.reset();
    else this.info.set(user);
  }
}

function parseUserReply(reply: unknown): User {
  const user = isRecord(reply) ? parseUser(reply.data) : null;
  if (user === null) throw new ApiError("bad_reply", commonMessages.badReply, { status: 200 });
  return user;
}

export const userStore = defineStore(
  (root) => new UserStore(root, typeof navigator !== "undefined" && isWechat(navigator.userAgent)),
);
