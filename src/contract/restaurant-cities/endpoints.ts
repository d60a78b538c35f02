import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { restaurantCitySchemas } from "./schema.ts";

type S = typeof restaurantCitySchemas;

/** Apart from the other endpoints of restaurants, because only the city picker calls it. */
export const restaurantCityEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", "/api/v1/restaurant/cities", "public"),
};
