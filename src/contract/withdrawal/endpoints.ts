import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { withdrawalSchemas } from "./schema.ts";

type S = typeof withdrawalSchemas;

export const withdrawalEndpoints = {
  withdraw: endpoint<SchemaTypes<S["withdraw"]>>("POST", "/api/v1/user/withdraw", "customer"),
  list: endpoint<SchemaTypes<S["list"]>>("GET", "/api/v1/user/withdrawals", "customer"),
  adminList: endpoint<SchemaTypes<S["adminList"]>>("GET", "/api/v1/user/admin/withdrawals", "staff"),
  review: endpoint<SchemaTypes<S["review"]>>("POST", "/api/v1/user/admin/withdrawals/review", "staff"),
};
