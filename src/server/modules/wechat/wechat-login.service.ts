import type { Session } from "#contract/user/schema.ts";
import type { WechatScope } from "#contract/wechat/schema.ts";
import type { Authorisation, WechatProfile } from "../../gateways/wechat/WechatGateway.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import type { TokenService } from "../../platform/security/TokenService.ts";
import { bindInvite } from "../invite/invite-binding.service.ts";
import { hasCurrentConsent } from "../legal/consent.repository.ts";
import { assertConsent } from "../legal/consent.service.ts";
import { getPointsSummary } from "../points/points.repository.ts";
import { presentUser } from "../user/user.presenter.ts";
import * as users from "../user/user.repository.ts";
import { type AuthCodeOutcome, AuthCodeStore, decrypt, encrypt } from "./AuthCodeStore.ts";
import { invalidAuthorization, WechatAuthClient } from "./WechatAuthClient.ts";
import type { WechatAuthUrls } from "./WechatAuthUrls.ts";
import { bindWechat, findOrCreateByWechat, toNickname } from "./wechat-account.service.ts";

interface WechatLoginInput {
  code: string;
  state?: string;
  invite_code?: string;
  scope?: WechatScope;
}

/** Login with the code of WeChat's authorisation page. */
export class WechatLoginService {
  readonly #deps: Deps;
  readonly #tokens: TokenService;
  readonly #urls: WechatAuthUrls;
  readonly #authClient: WechatAuthClient;
  readonly #codes: AuthCodeStore;

  constructor(deps: Deps, tokens: TokenService, urls: WechatAuthUrls) {
    this.#deps = deps;
    this.#tokens = tokens;
    this.#urls = urls;
    this.#authClient = new WechatAuthClient(deps);
    this.#codes = new AuthCodeStore(deps);
  }

  /**
   * Logs in with a code, or binds its WeChat user to `customerId`. The same code within a minute has the same
   * outcome; a state, if sent, must be this server's and of the right purpose.
   * @throws AppError "consent_required" (a profile without consent), "bad_code", "snapshot_user", "conflict" (the WeChat user of another account),
   * "rate_limited", "wechat_failed".
   */
  async handleCallback(
    input: WechatLoginInput,
    customerId: string | null,
    client: ClientInfo,
  ): Promise<Session> {
    if (input.state !== undefined && this.#urls.parseState(input.state).purpose === "payer")
      throw invalidAuthorization();
    const earlierOutcome = await this.#codes.claim(input.code);
    if (earlierOutcome !== null) return await this.#replay(input.code, earlierOutcome, customerId);
    try {
      const authorisation = await this.#authClient.exchangeCode(input.code, customerId ?? client.network);
      if (input.scope === "snsapi_userinfo" && customerId !== null)
        await assertConsent(this.#deps.database.lookups, customerId);
      const profile = await this.#fetchProfile(input, authorisation);
      return await this.#createSession(input, { authorisation, profile, customerId, client });
    } catch (error) {
      await this.#codes.fail(input.code, error);
      throw error;
    }
  }

  async #replay(code: string, outcome: AuthCodeOutcome, customerId: string | null): Promise<Session> {
    if (outcome.kind === "refused") throw new AppError(outcome.word, {}, outcome.message);
    if (outcome.kind === "payer") throw invalidAuthorization();
    // A customer logged in to another account did not get this code for themselves.
    if (customerId !== null && customerId !== outcome.userId) throw new AppError("bad_code");
    const { queries } = this.#deps.database;
    const user = await users.findById(queries, outcome.userId);
    if (user === undefined || user.disabledAt !== null) throw new AppError("bad_code");
    const shownUser = presentUser(user, await getPointsSummary(queries, user.id, this.#deps.clock.now()));
    return { token: decrypt(code, outcome.sealedToken), is_new: outcome.isNew, user: shownUser };
  }

  async #fetchProfile(input: WechatLoginInput, authorisation: Authorisation): Promise<WechatProfile | null> {
    if (input.scope !== "snsapi_userinfo" || !authorisation.givesProfile) return null;
    return await this.#authClient.fetchProfile(authorisation);
  }

  async #createSession(
    input: WechatLoginInput,
    context: {
      authorisation: Authorisation;
      profile: WechatProfile | null;
      customerId: string | null;
      client: ClientInfo;
    },
  ): Promise<Session> {
    const { authorisation, profile, customerId, client } = context;
    const now = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const { user, isNew } =
        customerId === null
          ? await findOrCreateByWechat(tx, authorisation, now)
          : { user: await bindWechat(tx, customerId, authorisation), isNew: false };
      if (user.disabledAt !== null) throw new AppError("forbidden", {}, "账号已停用，请联系客服");
      if (customerId === null && input.invite_code) await bindInvite(tx, this.#deps, user, input.invite_code);
      // A login is no consent: without one the profile is not taken.
      const isAgreed = profile !== null && (await hasCurrentConsent(tx, user.id));
      const shownUser = { ...user, ...(isAgreed && (await this.#applyProfile(tx, user.id, profile))) };
      const token = await this.#tokens.issue(tx, "customer", user.id, client);
      await this.#codes.save(tx, input.code, {
        kind: "session",
        sealedToken: encrypt(input.code, token),
        isNew,
        userId: user.id,
      });
      const points = await getPointsSummary(tx, user.id, now);
      return { token, is_new: isNew, user: presentUser(shownUser, points) };
    });
  }

  /** Applies nickname and image; returns the changes. */
  async #applyProfile(
    tx: QueryRunner,
    userId: string,
    profile: WechatProfile,
  ): Promise<Partial<users.UserRow>> {
    const nickname = toNickname(profile);
    const values = {
      ...(nickname !== null && { nickname }),
      ...(profile.avatar !== null && { avatar: profile.avatar }),
    };
    if (Object.keys(values).length > 0) await users.update(tx, userId, values);
    return values;
  }
}
