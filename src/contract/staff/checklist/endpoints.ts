import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { checklistSchemas } from "./schema.ts";

type S = typeof checklistSchemas;

const checklist = "/api/v1/restaurant/admin/checklist";

export const checklistEndpoints = {
  read: endpoint<SchemaTypes<S["read"]>>("GET", checklist, "staff"),
  saveFile: endpoint<SchemaTypes<S["saveFile"]>>("POST", `${checklist}/files`, "staff"),
  removeFile: endpoint<SchemaTypes<S["removeFile"]>>("POST", `${checklist}/files/remove`, "staff"),
};
