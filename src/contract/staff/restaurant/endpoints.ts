import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { staffRestaurantSchemas } from "./schema.ts";

type S = typeof staffRestaurantSchemas;

export const staffRestaurantEndpoints = {
  store: endpoint<SchemaTypes<S["store"]>>("GET", "/api/v1/restaurant/admin/store", "staff"),
  pause: endpoint<SchemaTypes<S["pause"]>>("POST", "/api/v1/restaurant/admin/pause", "staff"),
  autoAccept: endpoint<SchemaTypes<S["autoAccept"]>>("POST", "/api/v1/restaurant/admin/auto-accept", "staff"),
  todayHours: endpoint<SchemaTypes<S["todayHours"]>>("POST", "/api/v1/restaurant/admin/hours/today", "staff"),
  dishes: endpoint<SchemaTypes<S["dishes"]>>("GET", "/api/v1/restaurant/admin/dishes", "staff"),
  dish: endpoint<SchemaTypes<S["dish"]>>("POST", "/api/v1/restaurant/admin/dish", "staff"),
  changeDishes: endpoint<SchemaTypes<S["changeDishes"]>>(
    "POST",
    "/api/v1/restaurant/admin/dishes/change",
    "staff",
  ),
};
