import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { serviceAuthSchemas } from "./schema.ts";

type S = typeof serviceAuthSchemas;

/** Sending a code and logging in need no token; the paths carry the staff prefix, so an old token does no harm. */
export const serviceAuthEndpoints = {
  sendCode: endpoint<TypesOf<S["sendCode"]>>("POST", "/api/v1/service_auth/send-code", "public"),
  login: endpoint<TypesOf<S["login"]>>("POST", "/api/v1/service_auth/login", "public"),
  beginFactor: endpoint<TypesOf<S["beginFactor"]>>(
    "POST",
    "/api/v1/service_auth/second-factor/begin",
    "public",
  ),
  enrolFactor: endpoint<TypesOf<S["enrolFactor"]>>(
    "POST",
    "/api/v1/service_auth/second-factor/enrol",
    "public",
  ),
  verifyFactor: endpoint<TypesOf<S["verifyFactor"]>>("POST", "/api/v1/service_auth/second-factor", "public"),
  logout: endpoint<TypesOf<S["logout"]>>("POST", "/api/v1/service_auth/logout", "staff"),
  info: endpoint<TypesOf<S["info"]>>("GET", "/api/v1/service_auth/info", "staff"),
};
