import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { catalogueSchemas } from "./schema.ts";

type S = typeof catalogueSchemas;

/** Path of the workbook with all restaurants and dishes, served to admins as a file. */
export const catalogueFilePath = "/api/v1/files/catalogue";

export const catalogueEndpoints = {
  check: endpoint<SchemaTypes<S["check"]>>("POST", "/api/v1/restaurant/admin/catalogue/check", "staff"),
  import: endpoint<SchemaTypes<S["import"]>>("POST", "/api/v1/restaurant/admin/catalogue/import", "staff"),
};
