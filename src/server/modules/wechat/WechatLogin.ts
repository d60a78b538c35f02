import { randomBytes } from "node:crypto";
import type { ErrorWord } from "#contract/errors.ts";
import type { Session } from "#contract/user/schema.ts";
import type { WechatScope } from "#contract/wechat/schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Authorisation, WechatProfile } from "../../gateways/wechat/WechatGateway.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { TokenService } from "../../platform/TokenService.ts";
import { bindInvite } from "../user/invite-binding.ts";
import { presentUser } from "../user/user.presenter.ts";
import * as users from "../user/user.repository.ts";
import { CodeMemory, type Outcome, seal, unseal } from "./CodeMemory.ts";
import { requireOwnPage } from "./own-pages.ts";
import { findByWechat, findForBinding, nicknameOf } from "./wechat-account.ts";

interface Wish {
  code: string;
  invite_code?: string;
  scope?: WechatScope;
}

/** What a customer can mend by authorising again: codes that are wrong, used, missing, too old, or revoked. */
const badCodes = new Set(["40029", "40163", "41008", "42003", "42007"]);

/** Login by WeChat: the way to the authorisation page, and what the code from there is worth. */
export class WechatLogin {
  readonly #deps: Deps;
  readonly #tokens: TokenService;
  readonly #codes: CodeMemory;

  constructor(deps: Deps, tokens: TokenService) {
    this.#deps = deps;
    this.#tokens = tokens;
    this.#codes = new CodeMemory(deps);
  }

  /**
   * The authorisation page's address; its parameters stand in the documented order, which WeChat checks. Throws a 400
   * for a page that is not this app's, "wechat_failed" when WeChat is not set up.
   */
  authUrl(redirectUri: string, scope: WechatScope = "snsapi_base"): { url: string; state: string } {
    const { appid, openBaseUrl } = this.#deps.config.wechat;
    const page = encodeURIComponent(requireOwnPage(this.#deps.config, redirectUri, "redirect_uri"));
    if (appid === "") throw new AppError("wechat_failed");
    const state = randomBytes(16).toString("hex");
    const query = `appid=${appid}&redirect_uri=${page}&response_type=code&scope=${scope}&state=${state}`;
    return { url: `${openBaseUrl}/connect/oauth2/authorize?${query}#wechat_redirect`, state };
  }

  /**
   * Logs in with a code, or binds its WeChat account to `customerId`. The same code within a minute ends the same way.
   * Throws "bad_code", "snapshot_user", "conflict" (somebody else's WeChat account), "wechat_failed".
   */
  async callback(wish: Wish, customerId: string | null): Promise<Session> {
    const earlier = await this.#codes.begin(wish.code);
    if (earlier !== null) return await this.#repeat(wish.code, earlier, customerId);
    try {
      const authorisation = await this.#exchange(wish.code);
      const profile = await this.#profile(wish, authorisation);
      return await this.#open(wish, { authorisation, profile, customerId });
    } catch (error) {
      await this.#remember(wish.code, error);
      throw error;
    }
  }

  async #repeat(code: string, outcome: Outcome, customerId: string | null): Promise<Session> {
    if (outcome.kind === "refused") throw new AppError(outcome.word, {}, outcome.message);
    // Whoever is logged in as somebody else did not get this code for themselves.
    if (customerId !== null && customerId !== outcome.userId) throw new AppError("bad_code");
    const { queries } = this.#deps.database;
    const user = await users.byId(queries, outcome.userId);
    if (user === undefined || user.disabledAt !== null) throw new AppError("bad_code");
    const shown = presentUser(user, await users.points(queries, user.id));
    return { token: unseal(code, outcome.sealedToken), is_new: outcome.isNew, user: shown };
  }

  /** Only an end that is sure is kept; after a lost answer the code may still be good. */
  async #remember(code: string, error: unknown): Promise<void> {
    const isSure = error instanceof AppError && error.status < 500;
    if (!isSure) return await this.#codes.forget(code);
    const { word, message } = error;
    await this.#codes.keep(this.#deps.database.queries, code, { kind: "refused", word, message });
  }

  async #exchange(code: string): Promise<Authorisation> {
    const authorisation = await this.#asked(() => this.#deps.wechat.exchange(code));
    if (authorisation.isSnapshot) throw new AppError("snapshot_user");
    return authorisation;
  }

  async #profile(wish: Wish, authorisation: Authorisation): Promise<WechatProfile | null> {
    if (wish.scope !== "snsapi_userinfo" || !authorisation.givesProfile) return null;
    return await this.#asked(() => this.#deps.wechat.profile(authorisation));
  }

  async #asked<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const word: ErrorWord = badCodes.has(error.word) ? "bad_code" : "wechat_failed";
      this.#deps.log.warn({ err: error }, "authorisation failed");
      throw new AppError(word, {}, word === "bad_code" ? "微信授权已失效，请重新登录" : undefined);
    }
  }

  async #open(
    wish: Wish,
    found: { authorisation: Authorisation; profile: WechatProfile | null; customerId: string | null },
  ): Promise<Session> {
    const { authorisation, profile, customerId } = found;
    const now = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const { user, isNew } =
        customerId === null
          ? await findByWechat(tx, authorisation, now)
          : { user: await findForBinding(tx, customerId, authorisation), isNew: false };
      if (user.disabledAt !== null) throw new AppError("forbidden", {}, "账号已停用，请联系客服");
      if (customerId === null && wish.invite_code) await bindInvite(tx, this.#deps, user, wish.invite_code);
      const shown = { ...user, ...(await this.#fill(tx, user.id, profile)) };
      const token = await this.#tokens.issue(tx, "customer", user.id);
      await this.#codes.keep(tx, wish.code, {
        kind: "session",
        sealedToken: seal(wish.code, token),
        isNew,
        userId: user.id,
      });
      return { token, is_new: isNew, user: presentUser(shown, await users.points(tx, user.id)) };
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
