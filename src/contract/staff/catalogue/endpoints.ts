import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { catalogueSchemas } from "./schema.ts";

type S = typeof catalogueSchemas;

/** Path of the workbook with all restaurants and dishes, served to admins as a file. */
export const catalogueFilePath = "/api/v1/files/catalogue";

const pictures = "/api/v1/restaurant/admin/catalogue/pictures";

export const catalogueEndpoints = {
  checkPictures: endpoint<SchemaTypes<S["checkPictures"]>>("POST", `${pictures}/check`, "staff"),
  importPictures: endpoint<SchemaTypes<S["importPictures"]>>("POST", `${pictures}/import`, "staff"),
  check: endpoint<SchemaTypes<S["check"]>>("POST", "/api/v1/restaurant/admin/catalogue/check", "staff"),
  import: endpoint<SchemaTypes<S["import"]>>("POST", "/api/v1/restaurant/admin/catalogue/import", "staff"),
};
