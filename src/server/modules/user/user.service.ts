import { parsePhone } from "#contract/phone.ts";
import type { Session, User } from "#contract/user/schema.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId, randomWord } from "../../platform/ids.ts";
import type { TokenService } from "../../platform/TokenService.ts";
import type { AvatarService } from "./AvatarService.ts";
import { bindInvite } from "./invite-binding.ts";
import { PhoneBinding } from "./PhoneBinding.ts";
import type { SmsCodeService } from "./sms-code.service.ts";
import { presentUser } from "./user.presenter.ts";
import * as repository from "./user.repository.ts";

interface ProfileForm {
  nickname?: string;
  /** The number of a picture. */
  avatar?: string;
  phone?: string;
  code?: string;
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
  readonly #avatars: AvatarService;

  constructor(deps: Deps, codes: SmsCodeService, tokens: TokenService, avatars: AvatarService) {
    this.#avatars = avatars;
    this.#phones = new PhoneBinding(deps);
    this.#deps = deps;
    this.#codes = codes;
    this.#tokens = tokens;
  }

  async sendCode(phoneText: string, ip: string) {
    return await this.#codes.send(requirePhone(phoneText), "customer", ip);
  }

  /** Logs in, making the account at the first time; a code is used up even if what follows fails. */
  async login(form: { phone: string; code: string; invite_code?: string }): Promise<Session> {
    const phone = requirePhone(form.phone);
    await this.#codes.redeem(phone, "customer", form.code);
    return await this.#deps.database.transaction(async (tx) => {
      const isNew = await this.#register(tx, phone);
      const user = await repository.byPhone(tx, phone);
      if (user === undefined) throw new Error("the account vanished during login");
      if (user.disabledAt !== null) throw new AppError("forbidden", {}, "账号已停用，请联系客服");
      if (form.invite_code) await bindInvite(tx, this.#deps, user, form.invite_code);
      const token = await this.#tokens.issue(tx, "customer", user.id);
      return { token, is_new: isNew, user: presentUser(user, await repository.points(tx, user.id)) };
    });
  }

  async logout(tokenHash: string): Promise<void> {
    await this.#tokens.revoke(tokenHash);
  }

  async info(userId: string): Promise<User> {
    const { queries } = this.#deps.database;
    const user = await repository.byId(queries, userId);
    if (user === undefined) throw new AppError("unauthenticated");
    return presentUser(user, await repository.points(queries, userId));
  }

  /**
   * Changes nickname and picture, and binds a phone by a code sent to it; a number that has an account already makes the
   * two one. Throws "bad_code", "conflict", "not_found" for a picture that is not the customer's own.
   */
  async change(userId: string, form: ProfileForm): Promise<User> {
    const nickname = form.nickname?.trim();
    if (nickname === "") throw invalid("请输入昵称", "nickname");
    const avatar = form.avatar === undefined ? undefined : await this.#avatars.urlOf(userId, form.avatar);
    const id = await this.#bindPhone(userId, form);
    const change = { ...(nickname !== undefined && { nickname }), ...(avatar !== undefined && { avatar }) };
    if (Object.keys(change).length > 0) await repository.update(this.#deps.database.queries, id, change);
    return await this.info(id);
  }

  async #bindPhone(userId: string, form: { phone?: string; code?: string }): Promise<string> {
    if (form.phone === undefined && form.code === undefined) return userId;
    const phone = requirePhone(form.phone ?? "");
    if (form.code === undefined) throw invalid("请输入验证码", "code");
    await this.#codes.redeem(phone, "customer", form.code);
    return await this.#phones.bind(userId, phone);
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
