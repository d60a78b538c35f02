import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { addressSchemas } from "./schema.ts";

type S = typeof addressSchemas;

export const addressEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", "/api/v1/address/list", "customer"),
  add: endpoint<SchemaTypes<S["add"]>>("POST", "/api/v1/address/add", "customer"),
  update: endpoint<SchemaTypes<S["update"]>>("PUT", "/api/v1/address/update", "customer"),
  remove: endpoint<SchemaTypes<S["remove"]>>("DELETE", "/api/v1/address/delete", "customer"),
  setDefault: endpoint<SchemaTypes<S["setDefault"]>>("PUT", "/api/v1/address/set-default", "customer"),
  searchLocation: endpoint<SchemaTypes<S["searchLocation"]>>(
    "POST",
    "/api/v1/address/search-location",
    "customer",
  ),
};
