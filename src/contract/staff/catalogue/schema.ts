import Type, { type Static } from "typebox";
import { type EndpointSchema, Id, nullable, strictObject, stringEnum } from "../../schema-helpers.ts";
import { picturesMax } from "./picture-file.ts";

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
  /** The first rows that add or change something, as the numbers count them. */
  changes: Type.Array(
    Type.Object({
      sheet: Type.String(),
      /** Row in which it begins, counted from 1, with the headers. */
      row: Type.Integer(),
      /** Code of a restaurant, of a dish, or of both with a blank between; a phone number of staff. */
      code: Type.String(),
      name: Type.String(),
      is_new: Type.Boolean(),
      /** What changes, as "28.00 → 30.00"; empty for what is new. */
      cells: Type.Array(Type.Object({ column: Type.String(), change: Type.String() })),
    }),
  ),
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

const Pictures = Type.Array(
  strictObject({
    /** Code of a dish. */
    code: Id,
    /** SHA-256 of the picture's file, in hex. */
    digest: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  }),
  { minItems: 1, maxItems: picturesMax },
);

export const PictureState = Type.Object({
  code: Type.String(),
  /** Null for a dish that does not exist. */
  name: nullable(Type.String()),
  /** "unchanged" if the dish has this picture, also as it was exported. */
  state: stringEnum(["new", "unchanged", "no_dish"]),
  /** Whether the picture was uploaded before. */
  is_stored: Type.Boolean(),
});
export type PictureState = Static<typeof PictureState>;

const errors = ["forbidden", "payload_too_large", "unsupported_media_type"] as const;

/** Restaurants, menu, what restaurants sell otherwise, and staff as an Excel workbook or a CSV file, sent as the form field `file`; for admins only. */
export const catalogueSchemas = {
  /** Says what an import would do, without doing it. */
  check: { data: CatalogueReport, errors },
  /** Imports the file, all or nothing; the same file again changes nothing. */
  import: { data: CatalogueReport, errors },
  /** Says which dishes would get new pictures; their files are uploaded one by one as images of the menu. */
  checkPictures: {
    body: strictObject({ pictures: Pictures }),
    data: Type.Object({ pictures: Type.Array(PictureState) }),
    errors: ["forbidden"],
  },
  /**
   * Gives dishes pictures that were uploaded, as drafts: all or none; the same again changes nothing. "rule_broken" for a
   * dish that does not exist, and for a picture that is not uploaded.
   */
  importPictures: {
    body: strictObject({ pictures: Pictures }),
    data: Type.Object({ changed: Type.Integer(), unchanged: Type.Integer() }),
    errors: ["forbidden", "rule_broken"],
  },
} as const satisfies Record<string, EndpointSchema>;
