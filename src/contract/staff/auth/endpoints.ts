import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { staffAuthSchemas } from "./schema.ts";

type S = typeof staffAuthSchemas;

/** Staff login. Sending a code and logging in need no token; an old one does no harm under the staff prefix. */
export const staffAuthEndpoints = {
  sendCode: endpoint<SchemaTypes<S["sendCode"]>>("POST", "/api/v1/service_auth/send-code", "public"),
  login: endpoint<SchemaTypes<S["login"]>>("POST", "/api/v1/service_auth/login", "public"),
  beginFactor: endpoint<SchemaTypes<S["beginFactor"]>>(
    "POST",
    "/api/v1/service_auth/second-factor/begin",
    "public",
  ),
  enrolFactor: endpoint<SchemaTypes<S["enrolFactor"]>>(
    "POST",
    "/api/v1/service_auth/second-factor/enrol",
    "public",
  ),
  verifyFactor: endpoint<SchemaTypes<S["verifyFactor"]>>(
    "POST",
    "/api/v1/service_auth/second-factor",
    "public",
  ),
  setupStatus: endpoint<SchemaTypes<S["setupStatus"]>>("GET", "/api/v1/service_auth/setup", "public"),
  requestSetupCode: endpoint<SchemaTypes<S["requestSetupCode"]>>(
    "POST",
    "/api/v1/service_auth/setup/code",
    "public",
  ),
  setUp: endpoint<SchemaTypes<S["setUp"]>>("POST", "/api/v1/service_auth/setup", "public"),
  logout: endpoint<SchemaTypes<S["logout"]>>("POST", "/api/v1/service_auth/logout", "staff"),
  info: endpoint<SchemaTypes<S["info"]>>("GET", "/api/v1/service_auth/info", "staff"),
};
