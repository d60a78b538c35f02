import type { Session } from "#contract/user/schema.ts";
import type { WechatScope } from "#contract/wechat/schema.ts";
import type { Authorisation, WechatProfile } from "../../gateways/wechat/WechatGateway.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Asker } from "../../platform/asker.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { TokenService } from "../../platform/TokenService.ts";
import { findPointsSummary } from "../points/points.repository.ts";
import { bindInvite } from "../user/invite-binding.ts";
import { presentUser } from "../user/user.presenter.ts";
import * as users from "../user/user.repository.ts";
import { CodeMemory, type Outcome, seal, unseal } from "./CodeMemory.ts";
import type { WechatAuthUrls } from "./WechatAuthUrls.ts";
import { badAuthorisation, WechatCodes } from "./WechatCodes.ts";
import { findByWechat, findForBinding, nicknameOf } from "./wechat-account.ts";

interface Wish {
  code: string;
  state?: string;
  invite_code?: string;
  scope?: WechatScope;
}

/** Login by WeChat: what the code of the authorisation page is worth. */
export class WechatLogin {
  readonly #deps: Deps;
  readonly #tokens: TokenService;
  readonly #urls: WechatAuthUrls;
  readonly #exchanges: WechatCodes;
  readonly #codes: CodeMemory;

  constructor(deps: Deps, tokens: TokenService, urls: WechatAuthUrls) {
    this.#deps = deps;
    this.#tokens = tokens;
    this.#urls = urls;
    this.#exchanges = new WechatCodes(deps);
    this.#codes = new CodeMemory(deps);
  }

  /**
   * Logs in with a code, or binds its WeChat account to `customerId`. The same code within a minute ends the same way;
   * a state, where the client sends one, must be this server's and of the right purpose. Throws "bad_code", "snapshot_user", "conflict" (somebody
   * else's WeChat account), "rate_limited", "wechat_failed".
   */
  async callback(wish: Wish, customerId: string | null, asker: Asker): Promise<Session> {
    if (wish.state !== undefined && this.#urls.read(wish.state).purpose === "payer") throw badAuthorisation();
    const earlier = await this.#codes.begin(wish.code);
    if (earlier !== null) return await this.#repeat(wish.code, earlier, customerId);
    try {
      const authorisation = await this.#exchanges.exchange(wish.code, customerId ?? asker.network);
      const profile = await this.#profile(wish, authorisation);
      return await this.#open(wish, { authorisation, profile, customerId, asker });
    } catch (error) {
      await this.#codes.fail(wish.code, error);
      throw error;
    }
  }

  async #repeat(code: string, outcome: Outcome, customerId: string | null): Promise<Session> {
    if (outcome.kind === "refused") throw new AppError(outcome.word, {}, outcome.message);
    if (outcome.kind === "payer") throw badAuthorisation();
    // Whoever is logged in as somebody else did not get this code for themselves.
    if (customerId !== null && customerId !== outcome.userId) throw new AppError("bad_code");
    const { queries } = this.#deps.database;
    const user = await users.byId(queries, outcome.userId);
    if (user === undefined || user.disabledAt !== null) throw new AppError("bad_code");
    const shown = presentUser(user, await findPointsSummary(queries, user.id, this.#deps.clock.now()));
    return { token: unseal(code, outcome.sealedToken), is_new: outcome.isNew, user: shown };
  }

  async #profile(wish: Wish, authorisation: Authorisation): Promise<WechatProfile | null> {
    if (wish.scope !== "snsapi_userinfo" || !authorisation.givesProfile) return null;
    return await this.#exchanges.profile(authorisation);
  }

  async #open(
    wish: Wish,
    found: {
      authorisation: Authorisation;
      profile: WechatProfile | null;
      customerId: string | null;
      asker: Asker;
    },
  ): Promise<Session> {
    const { authorisation, profile, customerId, asker } = found;
    const now = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const { user, isNew } =
        customerId === null
          ? await findByWechat(tx, authorisation, now)
          : { user: await findForBinding(tx, customerId, authorisation), isNew: false };
      if (user.disabledAt !== null) throw new AppError("forbidden", {}, "账号已停用，请联系客服");
      if (customerId === null && wish.invite_code) await bindInvite(tx, this.#deps, user, wish.invite_code);
      const shown = { ...user, ...(await this.#fill(tx, user.id, profile)) };
      const token = await this.#tokens.issue(tx, "customer", user.id, asker);
      await this.#codes.keep(tx, wish.code, {
        kind: "session",
        sealedToken: seal(wish.code, token),
        isNew,
        userId: user.id,
      });
      const points = await findPointsSummary(tx, user.id, now);
      return { token, is_new: isNew, user: presentUser(shown, points) };
    });
  }

  /** Takes over nickname and picture; answers what changed. */
  async #fill(tx: Queries, userId: string, profile: WechatProfile | null): Promise<Partial<users.UserRow>> {
    if (profile === null) return {};
    const nickname = nicknameOf(profile);
    const change = {
      ...(nickname !== null && { nickname }),
      ...(profile.avatar !== null && { avatar: profile.avatar }),
    };
    if (Object.keys(change).length > 0) await users.update(tx, userId, change);
    return change;
  }
}
