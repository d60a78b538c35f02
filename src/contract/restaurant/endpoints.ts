import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { restaurantSchemas } from "./schema.ts";

type S = typeof restaurantSchemas;

export const restaurantEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", "/api/v1/restaurant/list", "public"),
  detail: endpoint<SchemaTypes<S["detail"]>>("GET", "/api/v1/restaurant/detail", "public"),
  search: endpoint<SchemaTypes<S["search"]>>("GET", "/api/v1/restaurant/search", "public"),
  categories: endpoint<SchemaTypes<S["categories"]>>("GET", "/api/v1/restaurant/categories", "public"),
  slots: endpoint<SchemaTypes<S["slots"]>>("GET", "/api/v1/restaurant/slots", "public"),
  toggleFavourite: endpoint<SchemaTypes<S["toggleFavourite"]>>(
    "POST",
    "/api/v1/restaurant/favorite/toggle",
    "customer",
  ),
  favourites: endpoint<SchemaTypes<S["favourites"]>>("GET", "/api/v1/restaurant/favorites", "customer"),
};
