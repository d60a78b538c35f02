import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { appSchemas } from "./schema.ts";

/** What the browser must know of this installation: where the map service answers, and with which public key. */
export const appEndpoints = {
  debugAccess: endpoint<SchemaTypes<(typeof appSchemas)["debugAccess"]>>(
    "GET",
    "/api/v1/app/debug-access",
    "public",
  ),
  settings: endpoint<SchemaTypes<(typeof appSchemas)["settings"]>>("GET", "/api/v1/app/settings", "public"),
};
