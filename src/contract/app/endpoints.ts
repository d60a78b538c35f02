import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { appSchemas } from "./schema.ts";

/** Browser configuration of this installation: host of the map service and its public key. */
export const appEndpoints = {
  debugAccess: endpoint<SchemaTypes<(typeof appSchemas)["debugAccess"]>>(
    "GET",
    "/api/v1/app/debug-access",
    "public",
  ),
  settings: endpoint<SchemaTypes<(typeof appSchemas)["settings"]>>("GET", "/api/v1/app/settings", "public"),
};
