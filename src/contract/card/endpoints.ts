import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { cardSchemas } from "./schema.ts";

type S = typeof cardSchemas;

export const cardEndpoints = {
  show: endpoint<SchemaTypes<S["show"]>>("GET", "/api/v1/card", "customer"),
  ledger: endpoint<SchemaTypes<S["ledger"]>>("GET", "/api/v1/card/ledger", "customer"),
  bind: endpoint<SchemaTypes<S["bind"]>>("POST", "/api/v1/card/bind", "customer"),
  adminList: endpoint<SchemaTypes<S["adminList"]>>("GET", "/api/v1/card/admin/cards", "staff"),
  adminIssue: endpoint<SchemaTypes<S["adminIssue"]>>("POST", "/api/v1/card/admin/issue", "staff"),
  adminPinsRead: endpoint<SchemaTypes<S["adminPinsRead"]>>("POST", "/api/v1/card/admin/pins-read", "staff"),
  adminTellPins: endpoint<SchemaTypes<S["adminTellPins"]>>("POST", "/api/v1/card/admin/tell-pins", "staff"),
};
