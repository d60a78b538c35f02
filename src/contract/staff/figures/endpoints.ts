import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { figuresSchemas } from "./schema.ts";

type S = typeof figuresSchemas;

/** Path of the tables as files: `table`, `format` and the filters of the table; served to admins. */
export const figuresFilePath = "/api/v1/files/figures";

const base = "/api/v1/restaurant/admin/figures";

export const figuresEndpoints = {
  overview: endpoint<SchemaTypes<S["overview"]>>("GET", `${base}/overview`, "staff"),
  series: endpoint<SchemaTypes<S["series"]>>("GET", `${base}/series`, "staff"),
  restaurants: endpoint<SchemaTypes<S["restaurants"]>>("GET", `${base}/restaurants`, "staff"),
  dishes: endpoint<SchemaTypes<S["dishes"]>>("GET", `${base}/dishes`, "staff"),
  cancellations: endpoint<SchemaTypes<S["cancellations"]>>("GET", `${base}/cancellations`, "staff"),
  chain: endpoint<SchemaTypes<S["chain"]>>("GET", `${base}/chain`, "staff"),
  dailyClose: endpoint<SchemaTypes<S["dailyClose"]>>("GET", `${base}/daily-close`, "staff"),
};
