import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { cardSchemas } from "./schema.ts";

type S = typeof cardSchemas;

export const cardEndpoints = {
  show: endpoint<TypesOf<S["show"]>>("GET", "/api/v1/card", "customer"),
  bind: endpoint<TypesOf<S["bind"]>>("POST", "/api/v1/card/bind", "customer"),
};
