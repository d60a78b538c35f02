import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { menuSchemas } from "./schema.ts";

type S = typeof menuSchemas;

export const menuEndpoints = {
  items: endpoint<TypesOf<S["items"]>>("GET", "/api/v1/menu/items", "public"),
  takeawayItems: endpoint<TypesOf<S["takeawayItems"]>>("GET", "/api/v1/takeaway-menu/items", "public"),
  /** What is ordered most at a store and can be had for takeaway now, the most sold first, 8 at most. */
  popular: endpoint<TypesOf<S["popular"]>>("GET", "/api/v1/menu/popular", "public"),
  takeawayStart: endpoint<TypesOf<S["takeawayStart"]>>("GET", "/api/v1/takeaway-menu/start", "customer"),
};
