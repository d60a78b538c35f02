import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { cardSchemas } from "./schema.ts";

type S = typeof cardSchemas;

export const cardEndpoints = {
  show: endpoint<TypesOf<S["show"]>>("GET", "/api/v1/card", "customer"),
  ledger: endpoint<TypesOf<S["ledger"]>>("GET", "/api/v1/card/ledger", "customer"),
  bind: endpoint<TypesOf<S["bind"]>>("POST", "/api/v1/card/bind", "customer"),
  adminList: endpoint<TypesOf<S["adminList"]>>("GET", "/api/v1/card/admin/cards", "staff"),
  adminIssue: endpoint<TypesOf<S["adminIssue"]>>("POST", "/api/v1/card/admin/issue", "staff"),
  adminPinsRead: endpoint<TypesOf<S["adminPinsRead"]>>("POST", "/api/v1/card/admin/pins-read", "staff"),
  adminTellPins: endpoint<TypesOf<S["adminTellPins"]>>("POST", "/api/v1/card/admin/tell-pins", "staff"),
};
