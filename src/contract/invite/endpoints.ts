import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { inviteSchemas } from "./schema.ts";

type S = typeof inviteSchemas;

export const inviteEndpoints = {
  code: endpoint<TypesOf<S["code"]>>("GET", "/api/v1/invite/code", "customer"),
  poster: endpoint<TypesOf<S["poster"]>>("POST", "/api/v1/invite/poster", "customer"),
  records: endpoint<TypesOf<S["records"]>>("GET", "/api/v1/invite/records", "customer"),
  stats: endpoint<TypesOf<S["stats"]>>("GET", "/api/v1/invite/stats", "customer"),
  bind: endpoint<TypesOf<S["bind"]>>("POST", "/api/v1/invite/bind", "customer"),
};
