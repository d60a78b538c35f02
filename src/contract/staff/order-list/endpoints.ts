import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { orderListSchemas } from "./schema.ts";

type S = typeof orderListSchemas;

export const orderListEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", "/api/v1/order/admin/orders", "staff"),
};
