import Type, { type Static } from "typebox";
import type { EndpointSchema } from "../../schema-helpers.ts";

const Counts = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
});

/** What a file does, or would do. */
export const CatalogueReport = Type.Object({
  restaurants: Counts,
  /** Added and changed dishes are drafts. */
  dishes: Counts,
  /** Prices, availability and portions a day of single restaurants. */
  offers: Counts,
  staff: Counts,
  /** Names of categories that the file adds. */
  new_categories: Type.Array(Type.String()),
  /** The first problems; with one, nothing is imported. Rows are counted from 1, with the headers. */
  problems: Type.Array(
    Type.Object({
      sheet: Type.String(),
      row: Type.Integer(),
      /** Empty for the whole row. */
      column: Type.String(),
      problem: Type.String(),
    }),
  ),
  problem_count: Type.Integer(),
});
export type CatalogueReport = Static<typeof CatalogueReport>;

const errors = ["forbidden", "payload_too_large", "unsupported_media_type"] as const;

/** Restaurants, menu, what restaurants sell otherwise, and staff as an Excel workbook or a CSV file, sent as the form field `file`; for admins only. */
export const catalogueSchemas = {
  /** Says what an import would do, without doing it. */
  check: { data: CatalogueReport, errors },
  /** Imports the file, all or nothing; the same file again changes nothing. */
  import: { data: CatalogueReport, errors },
} as const satisfies Record<string, EndpointSchema>;
