import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { addressSchemas } from "./schema.ts";

type S = typeof addressSchemas;

export const addressEndpoints = {
  list: endpoint<TypesOf<S["list"]>>("GET", "/api/v1/address/list", "customer"),
  add: endpoint<TypesOf<S["add"]>>("POST", "/api/v1/address/add", "customer"),
  update: endpoint<TypesOf<S["update"]>>("PUT", "/api/v1/address/update", "customer"),
  remove: endpoint<TypesOf<S["remove"]>>("DELETE", "/api/v1/address/delete", "customer"),
  setDefault: endpoint<TypesOf<S["setDefault"]>>("PUT", "/api/v1/address/set-default", "customer"),
  searchLocation: endpoint<TypesOf<S["searchLocation"]>>(
    "POST",
    "/api/v1/address/search-location",
    "customer",
  ),
};
