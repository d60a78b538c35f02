import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { restaurantPictureSchemas } from "./schema.ts";

type S = typeof restaurantPictureSchemas;

export const restaurantPictureEndpoints = {
  read: endpoint<SchemaTypes<S["read"]>>("GET", "/api/v1/restaurant/pictures", "public"),
};
