import { makeAutoObservable } from "mobx";
import { userEndpoints } from "#contract/user/endpoints.ts";
import type { User } from "#contract/user/schema.ts";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import type { WechatScope } from "#contract/wechat/schema.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import type { KeptAnswer } from "#web/shared/KeptAnswer.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { logFailure } from "#web/shared/log.ts";
import { deviceHeaders } from "#web/shared/login/deviceHeaders.ts";
import { sendProven } from "#web/shared/login/sendProven.ts";
import { runKept } from "#web/shared/runKept.ts";
import { readText, remove, storageKeys, writeText } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import { visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import { normalizeLogin, parseUser } from "../features/user/normalizeLogin.ts";
import { type Personal, type RootStore, storeOf } from "../RootStore.ts";
import { numberOf } from "../wireValues.ts";
import { forgetOwnAnswers, ownAnswer } from "./ownAnswer.ts";

interface Credentials {
  phone: string;
  code: string;
  inviteCode: string;
}

/** What is known of a code of WeChat's page; without a state where it was not ours to check. */
interface WechatReturn {
  scope: WechatScope;
  state: string;
  inviteCode: string;
}

/** The customer: login, logout, who it is. */
export class UserStore implements Personal {
  readonly info = new Loadable<User>();
  /** Login through WeChat did not work; from then on it is by SMS. */
  hasWechatFailed = false;
  /** Who it is as the device keeps it. */
  readonly kept: KeptAnswer<User>;
  private infoToken: string | null = null;
  private readonly root: RootStore;
  private readonly isInWechat: boolean;

  constructor(root: RootStore, isInWechat: boolean) {
    this.root = root;
    this.isInWechat = isInWechat;
    this.kept = ownAnswer(root.session, "profile", parseUser);
    makeAutoObservable<this, "root" | "isInWechat">(
      this,
      { info: false, kept: false, root: false, isInWechat: false },
      { autoBind: true },
    );
  }

  /** Whether a login through WeChat is possible here at all. */
  get canUseWechat(): boolean {
    return this.isInWechat;
  }

  get loginType(): "wechat" | "sms" {
    return this.isInWechat && !this.hasWechatFailed ? "wechat" : "sms";
  }

  /** The customer who is logged in, when known; never the one before. */
  get user(): User | undefined {
    const { token } = this.root.session;
    return token !== null && this.infoToken === token ? this.info.value : undefined;
  }

  /** Sends a code and tells after how many seconds another one may be asked for; `onProof` when that takes work first. */
  async sendCode(phone: string, onProof: () => void): Promise<number> {
    const { api } = this.root;
    const send = (proof?: string) => {
      const body = proof === undefined ? { phone } : { phone, proof };
      return api.reply(userEndpoints.sendCode, { body, headers: deviceHeaders() });
    };
    const reply = await sendProven(send, onProof);
    const data = isRecord(reply) && isRecord(reply.data) ? reply.data : {};
    return numberOf(data.resend_after) ?? 60;
  }

  async login({ phone, code, inviteCode }: Credentials): Promise<void> {
    const invite = inviteCode === "" ? {} : { invite_code: inviteCode };
    const body = { phone, code, loginType: "sms" as const, ...invite };
    const input = { body, headers: deviceHeaders() };
    const result = normalizeLogin(await this.root.api.reply(userEndpoints.login, input));
    if (result === null) throw new ApiError("bad_reply", "", { status: 200 });
    remove(storageKeys.inviteCode);
    await this.enter(result.token, result.user);
  }

  /**
   * Takes the code of WeChat's page: logs in, or binds WeChat to the customer who is logged in already, and with
   * `snsapi_userinfo` takes over nickname and picture.
   */
  async enterByWechat(code: string, { scope, state, inviteCode }: WechatReturn): Promise<void> {
    const more = { ...(inviteCode !== "" && { invite_code: inviteCode }), ...(state !== "" && { state }) };
    const input = { query: { code, scope, ...more }, headers: deviceHeaders() };
    const reply = await this.root.api.reply(wechatEndpoints.callback, input);
    const result = normalizeLogin(reply);
    if (result === null) throw new ApiError("bad_reply", "", { status: 200 });
    remove(storageKeys.inviteCode);
    await this.enter(result.token, result.user);
  }

  failWechat(): void {
    this.hasWechatFailed = true;
  }

  async load(): Promise<User> {
    this.infoToken = this.root.session.token;
    return runKept(this.kept, this.info, async (signal) => {
      const reply = await this.root.api.reply(userEndpoints.info, { signal });
      return userIn(reply);
    });
  }

  /** Binds a phone number by its code; an account that has the number already becomes one with this one. */
  async bindPhone(phone: string, code: string): Promise<void> {
    const input = { body: { phone, code }, headers: deviceHeaders() };
    const reply = await this.root.api.reply(userEndpoints.updateInfo, input);
    const user = userIn(reply);
    // Addresses and orders of the other account have come along: what was fetched before is not all there is.
    this.root.forgetCustomer();
    this.know(this.root.session.token, user);
  }

  /** The same as `sendCode` to the number that the account has. */
  async sendOldPhoneCode(onProof: () => void): Promise<number> {
    const send = (proof?: string) => {
      const query = proof === undefined ? {} : { proof };
      return this.root.api.call(userEndpoints.sendOldPhoneCode, { query, headers: deviceHeaders() });
    };
    return (await sendProven(send, onProof)).resend_after;
  }

  /** Proves by that code that the number is the customer's, so that it may be changed. Rethrows failures. */
  async proveOldPhone(code: string): Promise<void> {
    await this.root.api.call(userEndpoints.proveOldPhone, { body: { code }, headers: deviceHeaders() });
  }

  /** Changes name or picture (the number of one that was sent). Rethrows failures. */
  async change(wish: { nickname?: string; avatar?: string }): Promise<void> {
    const reply = await this.root.api.reply(userEndpoints.updateInfo, { body: wish });
    this.info.set(userIn(reply));
  }

  /** Ends the session on this device at once, and on the server when it can be reached. */
  async logout(): Promise<void> {
    // The call takes its token now; dropping it right after keeps a 401 answer from being announced.
    const goodbye = this.root.api.reply(userEndpoints.logout);
    this.root.session.dropToken();
    this.endCustomer();
    // Somebody who leaves must not be logged in again by the login page itself.
    writeVisit(visitKeys.wechatTried, "1");
    await goodbye.catch((error: unknown) => logFailure("the server did not hear the logout", error));
  }

  forget(): void {
    this.infoToken = null;
    this.info.reset();
    this.kept.reset();
  }

  private endCustomer(): void {
    this.root.endCustomer();
    forgetOwnAnswers();
  }

  /**
   * Another customer than last time on this device must not find the addresses of the one before; the same one goes on
   * with what was chosen before the login expired.
   */
  private async enter(token: string, user: User | null): Promise<void> {
    const last = readText(storageKeys.lastUser);
    if (user !== null && last !== null && last !== user.user_id) this.endCustomer();
    if (readText(storageKeys.hiddenAddress) !== null) {
      // Before the pages hear of the login: they read the address once.
      const { restoreChoice } = await import("./restoreChoice.ts");
      await restoreChoice(this.root.api.as(token));
    }
    this.root.session.setToken(token);
    this.know(token, user);
  }

  private know(token: string | null, user: User | null): void {
    if (user !== null) writeText(storageKeys.lastUser, user.user_id);
    this.infoToken = token;
    if (user === null) this.info.reset();
    else this.info.set(user);
  }
}

function userIn(reply: unknown): User {
  const user = isRecord(reply) ? parseUser(reply.data) : null;
  if (user === null) throw new ApiError("bad_reply", texts.badReply, { status: 200 });
  return user;
}

export const userStore = storeOf(
  (root) => new UserStore(root, typeof navigator !== "undefined" && isWechat(navigator.userAgent)),
);
