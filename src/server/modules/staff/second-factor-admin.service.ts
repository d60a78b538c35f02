import { pageSizeDefault } from "#contract/constants.ts";
import { maskPhone } from "#contract/phone.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { SecondFactorConfirmation } from "./SecondFactorConfirmation.ts";
import * as repository from "./second-factor.repository.ts";
import { issueTicket } from "./second-factor-ticket.service.ts";
import { findById } from "./staff.repository.ts";
import { requireRole } from "./staff-access.rules.ts";

const adminRoles = ["admin"] as const;

/** Lets admins manage second factors: their own, and lost ones of colleagues. */
export class SecondFactorAdminService {
  readonly #deps: Deps;
  readonly #confirmation: SecondFactorConfirmation;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#confirmation = new SecondFactorConfirmation(deps);
  }

  /** Lists all admins by name, with whether they have a second factor. Throws "forbidden" for non-admins. */
  async list(staffId: string, query: { page?: number; pageSize?: number }) {
    const { database, config } = this.#deps;
    await requireRole(database.lookups, staffId, adminRoles);
    const { page = 1, pageSize = pageSizeDefault } = query;
    const rowsWithNext = await repository.listAdminsWithFactor(
      database.queries,
      (page - 1) * pageSize,
      pageSize + 1,
    );
    const list = rowsWithNext.slice(0, pageSize).map(({ id, name, phone, enrolledAt, codesLeft }) => ({
      staff_id: id,
      name,
      phone: maskPhone(phone),
      enrolled_at: enrolledAt?.toISOString() ?? null,
      recovery_codes_left: codesLeft,
      is_self: id === staffId,
    }));
    return {
      list,
      page,
      pageSize,
      has_more: rowsWithNext.length > pageSize,
      is_required: config.needsSecondFactor,
    };
  }

  /**
   * Issues an enrolment ticket to a logged-in admin without a second factor. Throws "forbidden", "conflict"
   * for an enrolled one.
   */
  async ticket(staffId: string): Promise<{ ticket: string; expires_in: number }> {
    const { database, clock } = this.#deps;
    await requireRole(database.lookups, staffId, adminRoles);
    return await database.transaction(async (tx) => {
      if (await repository.isEnrolled(tx, staffId)) throw new AppError("conflict", {}, "已开启动态验证码");
      return await issueTicket(tx, staffId, clock.now());
    });
  }

  /**
   * Removes a colleague's factor; the colleague is logged out and must enrol again. Throws "forbidden",
   * "rule_broken" for the admin's own factor and without the right code of it, "not_found" for an unknown colleague.
   */
  async reset(
    staffId: string,
    { staff_id: targetId, code }: { staff_id: string; code?: string },
    client: ClientInfo,
  ): Promise<null> {
    const { database, clock } = this.#deps;
    await requireRole(database.lookups, staffId, adminRoles);
    if (targetId === staffId) throw ruleBroken("不能重置自己的动态验证码，请联系其他管理员", "staff_id");
    if ((await findById(database.queries, targetId))?.role !== "admin")
      throw new AppError("not_found", {}, "没有这位管理员");
    await this.#confirmation.confirm(staffId, code, client);
    await database.transaction(async (tx) => {
      if (!(await repository.deleteFactor(tx, targetId)))
        throw new AppError("not_found", {}, "这位管理员没有开启动态验证码");
      const entry = { actor: staffId, action: "second-factor.reset", target: targetId, detail: {} };
      await insertAudit(tx, { ...entry, createdAt: clock.now() });
    });
    return null;
  }
}
