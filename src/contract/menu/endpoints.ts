import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { menuSchemas } from "./schema.ts";

type S = typeof menuSchemas;

export const menuEndpoints = {
  items: endpoint<SchemaTypes<S["items"]>>("GET", "/api/v1/menu/items", "public"),
  takeawayItems: endpoint<SchemaTypes<S["takeawayItems"]>>("GET", "/api/v1/takeaway-menu/items", "public"),
  /**
   * Best-selling dishes of a restaurant that are available for takeaway now, at most 8, best seller first.
   */
  popular: endpoint<SchemaTypes<S["popular"]>>("GET", "/api/v1/menu/popular", "public"),
  takeawayStart: endpoint<SchemaTypes<S["takeawayStart"]>>("GET", "/api/v1/takeaway-menu/start", "customer"),
};
