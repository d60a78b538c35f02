import { parsePhone } from "#contract/phone.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import { requirePhone } from "../../platform/http/require-phone.ts";
import type { Sheet } from "../../platform/spreadsheets/WorkbookReader.ts";
import type { StaffRow } from "../staff/staff.repository.ts";
import { listByPhones } from "../staff/staff-member.repository.ts";
import type { StaffMemberService } from "../staff/staff-member.service.ts";
import { parseSheet } from "./catalogue-sheet.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { type StaffSheetRow, staffColumns } from "./staff-sheet.rules.ts";

const nameMax = 20;

/** Adds and changes members of staff as a sheet has them; those that it leaves out stay as they are. */
export class StaffImportService {
  readonly #members: StaffMemberService;

  constructor(members: StaffMemberService) {
    this.#members = members;
  }

  async import(tx: QueryRunner, context: ImportContext, sheet: Sheet): Promise<void> {
    const { rows, problems } = parseSheet(sheet, staffColumns);
    context.problems.push(...problems);
    if (problems.length > 0) return;
    // Read without locks, which would keep members from logging in while a long file is checked.
    const phones = rows.map(({ values }) => parsePhone(values.phone) ?? "");
    const members = new Map((await listByPhones(tx, phones)).map((member) => [member.phone, member]));
    const seen = new Set<string>();
    for (const { row, values } of rows) {
      const report = (field: string, problem: string) => {
        const column = staffColumns[field as keyof StaffSheetRow]?.[0] ?? "";
        context.problems.push({ sheet: sheet.name, row, column, problem });
      };
      try {
        const phone = requirePhone(values.phone);
        if (seen.has(phone)) report("phone", `手机号 ${phone} 重复`);
        else
          context.staff[await this.#save(tx, context.actor, members.get(phone), { ...values, phone })] += 1;
        seen.add(phone);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report(String(error.data.field ?? toField(error)), error.message);
      }
      context.onProgress();
    }
  }

  async #save(
    tx: QueryRunner,
    actor: string,
    existing: StaffRow | undefined,
    values: StaffSheetRow,
  ): Promise<"added" | "changed" | "unchanged"> {
    const { phone: _phone, ...form } = values;
    const name = form.name.trim();
    const restaurantId = form.role === "store" ? form.restaurant_id : null;
    const isSame =
      existing?.name === name && existing.role === form.role && existing.restaurantId === restaurantId;
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

function toField({ code }: AppError): keyof StaffSheetRow {
  return code === "restaurant_not_found" ? "restaurant_id" : "phone";
}
