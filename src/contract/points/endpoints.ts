import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { pointsSchemas } from "./schema.ts";

type S = typeof pointsSchemas;

export const pointsEndpoints = {
  account: endpoint<TypesOf<S["account"]>>("GET", "/api/v1/points", "customer"),
  records: endpoint<TypesOf<S["records"]>>("GET", "/api/v1/invite/points/records", "customer"),
};
