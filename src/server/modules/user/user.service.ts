import type { ShownVersions } from "#contract/legal/schema.ts";
import type { Session, User } from "#contract/user/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { requirePhone } from "../../platform/http/require-phone.ts";
import { newId, randomCode } from "../../platform/security/ids.ts";
import type { TokenService } from "../../platform/security/TokenService.ts";
import { assertExisting, recordConsent } from "../legal/consent.service.ts";
import { getPointsSummary } from "../points/points.repository.ts";
import type { SmsCodeService } from "../sms/sms-code.service.ts";
import type { AccountInvites } from "./account-invites.ts";
import type { AccountMergeService } from "./account-merge.service.ts";
import type { OldPhoneVerifier } from "./OldPhoneVerifier.ts";
import { presentUser } from "./user.presenter.ts";
import * as repository from "./user.repository.ts";

interface ProfileInput {
  nickname?: string;
  /** The id or URL of an image; null for none. */
  avatar?: string | null;
  phone?: string;
  code?: string;
}

/** The calling session. */
interface Caller {
  userId: string;
  tokenHash: string;
}

/**
 * Returns the URL of the image that a profile input names, by its id or URL. Throws "validation" for a foreign URL,
 * "not_found" for an image that is not an avatar of this customer.
 */
type ResolveAvatarUrl = (userId: string, avatar: string) => Promise<string>;

interface UserServiceDependencies {
  codes: SmsCodeService;
  tokens: TokenService;
  resolveAvatarUrl: ResolveAvatarUrl;
  oldPhone: OldPhoneVerifier;
  accounts: AccountMergeService;
  invites: AccountInvites;
}

/** Customer accounts: login by code, profile, logout. */
export class UserService {
  readonly #deps: Deps;
  readonly #codes: SmsCodeService;
  readonly #tokens: TokenService;
  readonly #accounts: AccountMergeService;
  readonly #oldPhone: OldPhoneVerifier;
  readonly #resolveAvatarUrl: ResolveAvatarUrl;
  readonly #invites: AccountInvites;

  constructor(deps: Deps, dependencies: UserServiceDependencies) {
    const { codes, tokens, resolveAvatarUrl, oldPhone, accounts, invites } = dependencies;
    this.#invites = invites;
    this.#resolveAvatarUrl = resolveAvatarUrl;
    this.#oldPhone = oldPhone;
    this.#accounts = accounts;
    this.#deps = deps;
    this.#codes = codes;
    this.#tokens = tokens;
  }

  /** Sends a login code, or to a logged-in customer a code to bind the number. Throws as the code service. */
  async sendCode(input: { phone: string; proof?: string }, client: ClientInfo, customerId: string | null) {
    const purpose = customerId === null ? "customer" : "binding";
    return await this.#codes.send({ ...input, phone: requirePhone(input.phone), purpose, client });
  }

  /** Logs in, creating the account at the first login; the code is used up even if a later step fails. */
  async login(
    input: { phone: string; code: string; invite_code?: string; consent?: ShownVersions },
    client: ClientInfo,
  ): Promise<Session> {
    const phone = requirePhone(input.phone);
    const { consent: shown } = input;
    // Before the code is used up.
    if (shown !== undefined) await assertExisting(this.#deps.database.lookups, shown);
    await this.#codes.redeem(phone, "customer", input.code, client);
    return await this.#deps.database.transaction(async (tx) => {
      const isNew = await this.#register(tx, phone);
      const user = await repository.findByPhone(tx, phone);
      if (user === undefined) throw new Error("the account vanished during login");
      if (user.disabledAt !== null) throw new AppError("forbidden", {}, "账号已停用，请联系客服");
      if (input.invite_code) await this.#invites.bind(tx, user, input.invite_code);
      const token = await this.#tokens.issue(tx, "customer", user.id, client);
      const now = this.#deps.clock.now();
      if (shown !== undefined) await recordConsent(tx, { userId: user.id, shown, via: "sms_login", now });
      const points = await getPointsSummary(tx, user.id, now);
      return { token, is_new: isNew, user: presentUser(user, points) };
    });
  }

  async logout(tokenHash: string): Promise<void> {
    await this.#tokens.revoke(tokenHash);
  }

  async info(userId: string): Promise<User> {
    const { lookups } = this.#deps.database;
    const user = await repository.findById(lookups, userId);
    if (user === undefined) throw new AppError("unauthenticated");
    return presentUser(user, await getPointsSummary(lookups, userId, this.#deps.clock.now()));
  }

  /**
   * Changes nickname and image, and binds a phone by a code sent to it; a number with an account merges the
   * two. An existing number must be verified before it changes, and other sessions end. Throws
   * "old_phone_required", "bad_code", "conflict", "validation" for a foreign image, "not_found" for an image
   * of another customer.
   */
  async updateProfile(caller: Caller, input: ProfileInput, client: ClientInfo): Promise<User> {
    const { userId } = caller;
    const nickname = input.nickname?.trim();
    if (nickname === "") throw invalid("请输入昵称", "nickname");
    const avatar = input.avatar && (await this.#resolveAvatarUrl(userId, input.avatar));
    const id = await this.#bindPhone(caller, input, client);
    const values = { ...(nickname !== undefined && { nickname }), ...(avatar !== undefined && { avatar }) };
    if (Object.keys(values).length > 0) await repository.update(this.#deps.database.lookups, id, values);
    return await this.info(id);
  }

  async #bindPhone(
    caller: Caller,
    input: { phone?: string; code?: string },
    client: ClientInfo,
  ): Promise<string> {
    const { userId, tokenHash } = caller;
    if (input.phone === undefined && input.code === undefined) return userId;
    const phone = requirePhone(input.phone ?? "");
    if (input.code === undefined) throw invalid("请输入验证码", "code");
    const { lookups } = this.#deps.database;
    const previousPhone = (await repository.findById(lookups, userId))?.phone ?? null;
    if (previousPhone !== null && previousPhone !== phone)
      await this.#oldPhone.assertVerified(lookups, previousPhone, tokenHash);
    await this.#codes.redeem(phone, "customer", input.code, client);
    return await this.#accounts.bindPhone(caller, previousPhone, phone);
  }

  async #register(tx: QueryRunner, phone: string): Promise<boolean> {
    if (await repository.findByPhone(tx, phone)) return false;
    return await repository.insertByPhone(tx, {
      id: newId(),
      phone,
      nickname: `食客${phone.slice(-4)}`,
      inviteCode: randomCode(8),
      createdAt: this.#deps.clock.now(),
    });
  }
}
