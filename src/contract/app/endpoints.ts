import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { appSchemas } from "./schema.ts";

/** What the browser must know of this installation: where the map service answers, and with which public key. */
export const appEndpoints = {
  debugAccess: endpoint<TypesOf<(typeof appSchemas)["debugAccess"]>>(
    "GET",
    "/api/v1/app/debug-access",
    "public",
  ),
  settings: endpoint<TypesOf<(typeof appSchemas)["settings"]>>("GET", "/api/v1/app/settings", "public"),
};
