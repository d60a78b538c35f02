import Type, { type Static, type TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";

/** The schemas of one call: what comes in, what goes out, and the expected failures beside the usual ones. */
export interface EndpointSchema {
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  data: TSchema;
  errors?: readonly ErrorCode[];
  /** How often one address may call in a minute, where that is less than for all calls together. */
  perMinute?: number;
}

/** The TypeScript types of a call's schemas. */
export type SchemaTypes<S extends EndpointSchema> = {
  [K in Exclude<keyof S, "errors" | "perMinute">]: S[K] extends TSchema ? Static<S[K]> : never;
} & { data: Static<S["data"]> };

/** An object that takes the named fields and no others. */
export function strictObject<P extends Type.TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** One of a closed list of words. */
export function stringEnum<W extends string[]>(values: readonly [...W]): Type.TEnum<W> {
  return Type.Enum<W>(values);
}

/** Text without control characters, `min` to `max` code points after trimming by the sender. */
export function text(max: number, min = 0) {
  return Type.String({
    minLength: min,
    maxLength: max,
    pattern: "^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F]*$",
  });
}

export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\w-]+$" });
/** An amount in fen. */
export const Fen = Type.Integer();
/** A moment in UTC, ISO 8601. */
export const Timestamp = Type.String();
/** A random word of the client's, one per intent; the same word means the same wish. */
export const IdempotencyKey = Type.String({ minLength: 8, maxLength: 64, pattern: "^[\\w-]+$" });
export const PhoneInput = Type.String({ minLength: 1, maxLength: 32 });
export const Latitude = Type.Number({ minimum: -90, maximum: 90 });
export const Longitude = Type.Number({ minimum: -180, maximum: 180 });
export const Empty = Type.Null();

export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
};

/** One page of a list. */
export function pageWithTotal<S extends TSchema>(item: S) {
  return Type.Object({
    list: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    has_more: Type.Boolean(),
  });
}

/** One page of a list that nobody counts to its end. */
export function pageWithoutTotal<S extends TSchema>(item: S) {
  return Type.Object({
    list: Type.Array(item),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    has_more: Type.Boolean(),
  });
}
