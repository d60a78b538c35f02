import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { restaurantAdminSchemas } from "./schema.ts";

type S = typeof restaurantAdminSchemas;

export const restaurantAdminEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", "/api/v1/restaurant/admin/restaurants", "staff"),
  places: endpoint<SchemaTypes<S["places"]>>("GET", "/api/v1/restaurant/admin/restaurants/places", "staff"),
  map: endpoint<SchemaTypes<S["map"]>>("GET", "/api/v1/restaurant/admin/restaurants/map", "staff"),
  create: endpoint<SchemaTypes<S["create"]>>("POST", "/api/v1/restaurant/admin/restaurants", "staff"),
  update: endpoint<SchemaTypes<S["update"]>>("POST", "/api/v1/restaurant/admin/restaurants/update", "staff"),
  close: endpoint<SchemaTypes<S["close"]>>("POST", "/api/v1/restaurant/admin/restaurants/close", "staff"),
  savePictures: endpoint<SchemaTypes<S["savePictures"]>>(
    "POST",
    "/api/v1/restaurant/admin/restaurants/pictures",
    "staff",
  ),
  uploadPicture: endpoint<SchemaTypes<S["uploadPicture"]>>(
    "POST",
    "/api/v1/restaurant/admin/restaurants/images",
    "staff",
  ),
};
