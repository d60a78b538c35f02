import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { staffLegalSchemas } from "./schema.ts";

type S = typeof staffLegalSchemas;

const legal = "/api/v1/chat/admin/legal-texts";

export const staffLegalEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", legal, "staff"),
  read: endpoint<SchemaTypes<S["read"]>>("GET", `${legal}/read`, "staff"),
  save: endpoint<SchemaTypes<S["save"]>>("POST", legal, "staff"),
  history: endpoint<SchemaTypes<S["history"]>>("GET", `${legal}/history`, "staff"),
};
