import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { inviteSchemas } from "./schema.ts";

type S = typeof inviteSchemas;

export const inviteEndpoints = {
  inviter: endpoint<SchemaTypes<S["inviter"]>>("GET", "/api/v1/invite/inviter", "public"),
  code: endpoint<SchemaTypes<S["code"]>>("GET", "/api/v1/invite/code", "customer"),
  poster: endpoint<SchemaTypes<S["poster"]>>("POST", "/api/v1/invite/poster", "customer"),
  records: endpoint<SchemaTypes<S["records"]>>("GET", "/api/v1/invite/records", "customer"),
  stats: endpoint<SchemaTypes<S["stats"]>>("GET", "/api/v1/invite/stats", "customer"),
  bind: endpoint<SchemaTypes<S["bind"]>>("POST", "/api/v1/invite/bind", "customer"),
};
