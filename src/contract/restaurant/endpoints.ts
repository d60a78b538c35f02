import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { restaurantSchemas } from "./schema.ts";

type S = typeof restaurantSchemas;

export const restaurantEndpoints = {
  list: endpoint<TypesOf<S["list"]>>("GET", "/api/v1/restaurant/list", "public"),
  detail: endpoint<TypesOf<S["detail"]>>("GET", "/api/v1/restaurant/detail", "public"),
  search: endpoint<TypesOf<S["search"]>>("GET", "/api/v1/restaurant/search", "public"),
  categories: endpoint<TypesOf<S["categories"]>>("GET", "/api/v1/restaurant/categories", "public"),
  slots: endpoint<TypesOf<S["slots"]>>("GET", "/api/v1/restaurant/slots", "public"),
  toggleFavourite: endpoint<TypesOf<S["toggleFavourite"]>>(
    "POST",
    "/api/v1/restaurant/favorite/toggle",
    "customer",
  ),
  favourites: endpoint<TypesOf<S["favourites"]>>("GET", "/api/v1/restaurant/favorites", "customer"),
};
