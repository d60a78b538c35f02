import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { menuSchemas } from "./schema.ts";

type S = typeof menuSchemas;

export const menuEndpoints = {
  items: endpoint<SchemaTypes<S["items"]>>("GET", "/api/v1/menu/items", "public"),
  takeawayItems: endpoint<SchemaTypes<S["takeawayItems"]>>("GET", "/api/v1/takeaway-menu/items", "public"),
  /** What is ordered most at a store and can be had for takeaway now, the most sold first, 8 at most. */
  popular: endpoint<SchemaTypes<S["popular"]>>("GET", "/api/v1/menu/popular", "public"),
  takeawayStart: endpoint<SchemaTypes<S["takeawayStart"]>>("GET", "/api/v1/takeaway-menu/start", "customer"),
};
