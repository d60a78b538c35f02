import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { legalSchemas } from "./schema.ts";

type S = typeof legalSchemas;

const legal = "/api/v1/legal";

export const legalEndpoints = {
  texts: endpoint<SchemaTypes<S["texts"]>>("GET", `${legal}/texts`, "public"),
  text: endpoint<SchemaTypes<S["text"]>>("GET", `${legal}/text`, "public"),
  notices: endpoint<SchemaTypes<S["notices"]>>("GET", `${legal}/notices`, "public"),
  consent: endpoint<SchemaTypes<S["consent"]>>("GET", `${legal}/consent`, "customer"),
  withdraw: endpoint<SchemaTypes<S["withdraw"]>>("POST", `${legal}/consent/withdraw`, "customer"),
  agree: endpoint<SchemaTypes<S["agree"]>>("POST", `${legal}/consent`, "customer"),
};
