import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { menuSchemas } from "./schema.ts";

type S = typeof menuSchemas;

export const menuEndpoints = {
  items: endpoint<TypesOf<S["items"]>>("GET", "/api/v1/menu/items", "public"),
  takeawayItems: endpoint<TypesOf<S["takeawayItems"]>>("GET", "/api/v1/takeaway-menu/items", "public"),
};
