import Type, { type Static, type TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";

/** Schemas of one endpoint: inputs, output, and expected errors beside the common ones. */
export interface EndpointSchema {
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  data: TSchema;
  errors?: readonly ErrorCode[];
  /** Requests per minute and address, if lower than the limit for all endpoints together. */
  perMinute?: number;
  /** Most bytes of a request's body, where the usual limit is too low. */
  bodyMaxBytes?: number;
}

/** TypeScript types of an endpoint's schemas. */
export type SchemaTypes<S extends EndpointSchema> = {
  [K in Exclude<keyof S, "errors" | "perMinute" | "bodyMaxBytes">]: S[K] extends TSchema
    ? Static<S[K]>
    : never;
} & { data: Static<S["data"]> };

/** Builds an object schema that rejects unknown fields. */
export function strictObject<P extends Type.TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** Builds a schema for a closed list of strings. */
export function stringEnum<W extends string[]>(values: readonly [...W]): Type.TEnum<W> {
  return Type.Enum<W>(values);
}

/**
 * Builds a schema for text without control characters, `min` to `max` code points after trimming by the
 * sender.
 */
export function text(max: number, min = 0) {
  return Type.String({
    minLength: min,
    maxLength: max,
    pattern: "^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F]*$",
  });
}

export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\w-]+$" });
/** Amount in fen. */
export const Fen = Type.Integer();
/** Timestamp in UTC, ISO 8601. */
export const Timestamp = Type.String();
/** Random key created by the client, one per intent; a repeated key means the same request. */
export const IdempotencyKey = Type.String({ minLength: 8, maxLength: 64, pattern: "^[\\w-]+$" });
export const PhoneInput = Type.String({ minLength: 1, maxLength: 32 });
export const Latitude = Type.Number({ minimum: -90, maximum: 90 });
export const Longitude = Type.Number({ minimum: -180, maximum: 180 });
export const Empty = Type.Null();

export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
};

/** Builds the schema of a list page with a total. */
export function pageWithTotal<S extends TSchema>(item: S) {
  return Type.Object({
    list: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    has_more: Type.Boolean(),
  });
}

/** Builds the schema of a list page whose total is not counted. */
export function pageWithoutTotal<S extends TSchema>(item: S) {
  return Type.Object({
    list: Type.Array(item),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    has_more: Type.Boolean(),
  });
}
