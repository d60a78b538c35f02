import { parsePhone } from "#contract/phone.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import { requirePhone } from "../../platform/http/require-phone.ts";
import type { StaffRow } from "../staff/staff.repository.ts";
import { listByPhones } from "../staff/staff-member.repository.ts";
import type { StaffMemberService } from "../staff/staff-member.service.ts";
import { listWorkplaces } from "../staff/staff-restaurant.repository.ts";
import type { ParsedSheet } from "./catalogue-sheet.rules.ts";
import { countRow, listCellChanges } from "./changed-row.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { type StaffSheetRow, staffColumns } from "./staff-sheet.rules.ts";

const nameMax = 20;

type ExistingMember = StaffRow & { restaurantIds: string[] };

/** Adds and changes members of staff as a sheet has them; those that it leaves out stay as they are. */
export class StaffImportService {
  readonly #members: StaffMemberService;

  constructor(members: StaffMemberService) {
    this.#members = members;
  }

  async import(tx: QueryRunner, context: ImportContext, sheet: ParsedSheet<StaffSheetRow>): Promise<void> {
    const { rows } = sheet;
    // Read without locks, which would keep members from logging in while a long file is checked.
    const phones = rows.map(({ values }) => parsePhone(values.phone) ?? "");
    const members = await findMembers(tx, phones);
    const seen = new Set<string>();
    for (const { row, values } of rows) {
      const report = (field: string, problem: string) => {
        const column = staffColumns[field as keyof StaffSheetRow]?.[0] ?? "";
        context.problems.push({ sheet: sheet.name, row, column, problem });
      };
      try {
        const phone = requirePhone(values.phone);
        if (seen.has(phone)) report("phone", `手机号 ${phone} 重复`);
        else {
          const member = members.get(phone);
          const state = await this.#save(tx, context.actor, member, { ...values, phone });
          countRow(context, "staff", state, () => ({
            sheet: sheet.name,
            row,
            code: phone,
            name: values.name,
            cells:
              member === undefined
                ? []
                : listCellChanges(staffColumns, toSheetRow(member), { ...values, phone }),
          }));
        }
        seen.add(phone);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report(String(error.data.field ?? "phone"), error.message);
      }
      context.onProgress();
    }
  }

  async #save(
    tx: QueryRunner,
    actor: string,
    existing: ExistingMember | undefined,
    values: StaffSheetRow,
  ): Promise<"added" | "changed" | "unchanged"> {
    const { phone: _phone, ...form } = values;
    const name = form.name.trim();
    const restaurantIds = form.role === "store" ? form.restaurant_ids.toSorted() : [];
    const isSame =
      existing?.name === name &&
      existing.role === form.role &&
      existing.restaurantIds.toSorted().join() === restaurantIds.join();
    // A file may be older than a dismissal.
    if (existing?.disabledAt) throw ruleBroken(`${existing.name} 已被移除，请在员工页重新添加`, "phone");
    if (isSame) return "unchanged";
    if (existing?.role !== form.role && [existing?.role, form.role].includes("admin"))
      throw ruleBroken("管理员请在员工页添加或更改", "role");
    if (name.length > nameMax) throw ruleBroken(`姓名最多 ${nameMax} 个字`, "name");
    if (existing === undefined) {
      await this.#members.add(tx, actor, values);
      return "added";
    }
    return (await this.#members.change(tx, actor, { ...form, staff_id: existing.id }))
      ? "changed"
      : "unchanged";
  }
}

function toSheetRow({ phone, name, role, restaurantIds }: ExistingMember): StaffSheetRow {
  return { phone, name, role, restaurant_ids: restaurantIds.toSorted() };
}

/** Finds the members of staff with these phone numbers, dismissed or not, by number. */
async function findMembers(tx: QueryRunner, phones: readonly string[]): Promise<Map<string, ExistingMember>> {
  const rows = await listByPhones(tx, phones);
  const workplaces = await listWorkplaces(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map((row) => [
      row.phone,
      { ...row, restaurantIds: (workplaces.get(row.id) ?? []).map(({ id }) => id) },
    ]),
  );
}
