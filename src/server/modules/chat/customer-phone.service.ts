import { maskPhone } from "#contract/phone.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { requirePhone } from "../../platform/http/require-phone.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { SecondFactorConfirmation } from "../staff/SecondFactorConfirmation.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import type { AccountMergeService } from "../user/account-merge.service.ts";
import * as users from "../user/user.repository.ts";
import { chatRoles } from "./staff-chat.service.ts";

/** Lets staff give a new phone number to a customer who has lost the old one and cannot verify it. */
export class CustomerPhoneService {
  readonly #deps: Deps;
  readonly #phones: AccountMergeService;
  readonly #factor: SecondFactorConfirmation;

  constructor(deps: Deps, phones: AccountMergeService) {
    this.#deps = deps;
    this.#phones = phones;
    this.#factor = new SecondFactorConfirmation(deps);
  }

  /**
   * Changes the number and ends all sessions of the account, with the reason in the audit log; the account's
   * current number changes nothing. An admin with a second factor confirms it by its code. Throws "conflict" for a number with an account, "rule_broken" for a
   * customer without a number.
   */
  async updatePhone(
    staffId: string,
    userId: string,
    input: { phone: string; reason: string; code?: string },
    client: ClientInfo,
  ): Promise<{ phone: string }> {
    const { database, clock } = this.#deps;
    const member = await requireRole(database.lookups, staffId, chatRoles);
    const phone = requirePhone(input.phone);
    const reason = input.reason.trim();
    if (reason === "") throw invalid("请输入原因", "reason");
    const user = await users.findById(database.lookups, userId);
    if (user === undefined) throw new AppError("not_found", {}, "用户不存在");
    const before = user.phone;
    if (before === null) throw ruleBroken("该顾客没有手机号，可在“我的”中自行绑定", "phone");
    if (before !== phone) {
      if (member.role === "admin") await this.#factor.confirm(staffId, input.code, client);
      const detail = { reason, from: maskPhone(before), to: maskPhone(phone) };
      const at = clock.now();
      await this.#phones.bindPhone({ userId, tokenHash: null }, before, phone, (tx) =>
        insertAudit(tx, {
          actor: staffId,
          action: "customer.phone",
          target: userId,
          detail,
          createdAt: at,
        }),
      );
    }
    return { phone: maskPhone(phone) };
  }
}
