import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { restaurantAdminSchemas } from "./schema.ts";

type S = typeof restaurantAdminSchemas;

export const restaurantAdminEndpoints = {
  store: endpoint<TypesOf<S["store"]>>("GET", "/api/v1/restaurant/admin/store", "staff"),
  pause: endpoint<TypesOf<S["pause"]>>("POST", "/api/v1/restaurant/admin/pause", "staff"),
  autoAccept: endpoint<TypesOf<S["autoAccept"]>>("POST", "/api/v1/restaurant/admin/auto-accept", "staff"),
  dishes: endpoint<TypesOf<S["dishes"]>>("GET", "/api/v1/restaurant/admin/dishes", "staff"),
  dish: endpoint<TypesOf<S["dish"]>>("POST", "/api/v1/restaurant/admin/dish", "staff"),
};
