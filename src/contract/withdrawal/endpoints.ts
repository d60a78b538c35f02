import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { withdrawalSchemas } from "./schema.ts";

type S = typeof withdrawalSchemas;

export const withdrawalEndpoints = {
  withdraw: endpoint<TypesOf<S["withdraw"]>>("POST", "/api/v1/user/withdraw", "customer"),
  list: endpoint<TypesOf<S["list"]>>("GET", "/api/v1/user/withdrawals", "customer"),
  adminList: endpoint<TypesOf<S["adminList"]>>("GET", "/api/v1/user/admin/withdrawals", "staff"),
  review: endpoint<TypesOf<S["review"]>>("POST", "/api/v1/user/admin/withdrawals/review", "staff"),
};
