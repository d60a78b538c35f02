import { type StaffRole, staffRoles } from "#contract/staff/roles.ts";
import { CellError, type CellFormat, type Columns, textCell } from "./catalogue-sheet.rules.ts";

/** Row of the sheet: a member of staff. */
export interface StaffSheetRow {
  phone: string;
  name: string;
  role: StaffRole;
  /** Codes; at least one for the role "store". */
  restaurant_ids: string[];
}

/** Names of the roles in files. */
export const roleNames: Readonly<Record<StaffRole, string>> = {
  agent: "客服",
  store: "门店",
  admin: "管理员",
};

const roleCell: CellFormat<StaffRole> = {
  format: (role) => roleNames[role],
  parse: (text) => {
    const role = staffRoles.find((name) => roleNames[name] === text.trim());
    if (role === undefined) throw new CellError(`请填 ${Object.values(roleNames).join("、")} 中的一个`);
    return role;
  },
};

/** Codes of restaurants, separated by "、"; also by commas, semicolons and spaces where people type them. */
const codesCell: CellFormat<string[]> = {
  format: (codes) => codes.join("、"),
  parse: (text) => [...new Set(text.split(/[、,，;；\s]+/).filter((code) => code !== ""))],
};

export const staffColumns: Columns<StaffSheetRow> = {
  phone: ["手机号", textCell],
  name: ["姓名", textCell],
  role: ["角色", roleCell],
  restaurant_ids: ["门店编号", codesCell],
};

/** Headers by which the sheet is recognised. */
export const staffHeaders = ["手机号", "角色"];
