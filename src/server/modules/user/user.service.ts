import { parsePhone } from "#contract/phone.ts";
import type { Session, User } from "#contract/user/schema.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Asker } from "../../platform/asker.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId, randomWord } from "../../platform/ids.ts";
import type { TokenService } from "../../platform/TokenService.ts";
import { findPointsSummary } from "../points/points.repository.ts";
import type { AvatarService } from "./AvatarService.ts";
import { bindInvite } from "./invite-binding.ts";
import type { OldPhone } from "./OldPhone.ts";
import type { PhoneBinding } from "./PhoneBinding.ts";
import type { SmsCodeService } from "./sms-code.service.ts";
import { presentUser } from "./user.presenter.ts";
import * as repository from "./user.repository.ts";

interface ProfileForm {
  nickname?: string;
  /** The id or the address of a picture, null for none. */
  avatar?: string | null;
  phone?: string;
  code?: string;
}

/** The session that asks. */
interface Caller {
  userId: string;
  tokenHash: string;
}

interface Parts {
  codes: SmsCodeService;
  tokens: TokenService;
  avatars: AvatarService;
  oldPhone: OldPhone;
  phones: PhoneBinding;
}

/** The number in its one form. Throws a 400 that says what to type. */
export function requirePhone(text: string): string {
  const phone = parsePhone(text);
  if (phone === null) throw invalid(text.trim() === "" ? "请输入手机号" : "手机号格式不正确", "phone");
  return phone;
}

/** Accounts of customers: login by code, profile, logout. */
export class UserService {
  readonly #deps: Deps;
  readonly #codes: SmsCodeService;
  readonly #tokens: TokenService;
  readonly #phones: PhoneBinding;
  readonly #oldPhone: OldPhone;
  readonly #avatars: AvatarService;

  constructor(deps: Deps, parts: Parts) {
    const { codes, tokens, avatars, oldPhone, phones } = parts;
    this.#avatars = avatars;
    this.#oldPhone = oldPhone;
    this.#phones = phones;
    this.#deps = deps;
    this.#codes = codes;
    this.#tokens = tokens;
  }

  /** Sends a code to log in, or, to a customer who is logged in, to bind the number. Throws like the code service. */
  async sendCode(form: { phone: string; proof?: string }, asker: Asker, customerId: string | null) {
    const purpose = customerId === null ? "customer" : "binding";
    return await this.#codes.send({ ...form, phone: requirePhone(form.phone), purpose, asker });
  }

  /** Logs in, making the account at the first time; a code is used up even if what follows fails. */
  async login(form: { phone: string; code: string; invite_code?: string }, asker: Asker): Promise<Session> {
    const phone = requirePhone(form.phone);
    await this.#codes.redeem(phone, "customer", form.code, asker);
    return await this.#deps.database.transaction(async (tx) => {
      const isNew = await this.#register(tx, phone);
      const user = await repository.byPhone(tx, phone);
      if (user === undefined) throw new Error("the account vanished during login");
      if (user.disabledAt !== null) throw new AppError("forbidden", {}, "账号已停用，请联系客服");
      if (form.invite_code) await bindInvite(tx, this.#deps, user, form.invite_code);
      const token = await this.#tokens.issue(tx, "customer", user.id, asker);
      const points = await findPointsSummary(tx, user.id, this.#deps.clock.now());
      return { token, is_new: isNew, user: presentUser(user, points) };
    });
  }

  async logout(tokenHash: string): Promise<void> {
    await this.#tokens.revoke(tokenHash);
  }

  async info(userId: string): Promise<User> {
    const { queries } = this.#deps.database;
    const user = await repository.byId(queries, userId);
    if (user === undefined) throw new AppError("unauthenticated");
    return presentUser(user, await findPointsSummary(queries, userId, this.#deps.clock.now()));
  }

  /**
   * Changes nickname and picture, and binds a phone by a code sent to it; a number that has an account already makes the
   * two one. Who has a number has to prove it before it changes, and other sessions end. Throws "old_phone_required", "bad_code", "conflict", "validation" for a foreign picture, "not_found" for one that is not the customer's own.
   */
  async change(caller: Caller, form: ProfileForm, asker: Asker): Promise<User> {
    const { userId } = caller;
    const nickname = form.nickname?.trim();
    if (nickname === "") throw invalid("请输入昵称", "nickname");
    const avatar = form.avatar && (await this.#avatars.toUrl(userId, form.avatar));
    const id = await this.#bindPhone(caller, form, asker);
    const change = { ...(nickname !== undefined && { nickname }), ...(avatar !== undefined && { avatar }) };
    if (Object.keys(change).length > 0) await repository.update(this.#deps.database.queries, id, change);
    return await this.info(id);
  }

  async #bindPhone(caller: Caller, form: { phone?: string; code?: string }, asker: Asker): Promise<string> {
    const { userId, tokenHash } = caller;
    if (form.phone === undefined && form.code === undefined) return userId;
    const phone = requirePhone(form.phone ?? "");
    if (form.code === undefined) throw invalid("请输入验证码", "code");
    const { queries } = this.#deps.database;
    const before = (await repository.byId(queries, userId))?.phone ?? null;
    if (before !== null && before !== phone) await this.#oldPhone.require(queries, before, tokenHash);
    await this.#codes.redeem(phone, "customer", form.code, asker);
    return await this.#phones.bind(caller, before, phone);
  }

  async #register(tx: Queries, phone: string): Promise<boolean> {
    if (await repository.byPhone(tx, phone)) return false;
    return await repository.insertByPhone(tx, {
      id: newId(),
      phone,
      nickname: `食客${phone.slice(-4)}`,
      inviteCode: randomWord(8),
      createdAt: this.#deps.clock.now(),
    });
  }
}
