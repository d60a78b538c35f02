import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { chainSettingsSchemas } from "./schema.ts";

type S = typeof chainSettingsSchemas;

const settings = "/api/v1/chat/admin/settings";

export const chainSettingsEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", settings, "staff"),
  save: endpoint<SchemaTypes<S["save"]>>("POST", settings, "staff"),
  history: endpoint<SchemaTypes<S["history"]>>("GET", `${settings}/history`, "staff"),
  work: endpoint<SchemaTypes<S["work"]>>("GET", `${settings}/work`, "staff"),
};
