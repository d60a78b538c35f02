import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { pointsSchemas } from "./schema.ts";

type S = typeof pointsSchemas;

export const pointsEndpoints = {
  account: endpoint<SchemaTypes<S["account"]>>("GET", "/api/v1/points", "customer"),
  records: endpoint<SchemaTypes<S["records"]>>("GET", "/api/v1/invite/points/records", "customer"),
};
