import Type, { type Static } from "typebox";
import { legalTextMax, legalTextNames } from "../../legal/texts.ts";
import {
  type EndpointSchema,
  nullable,
  pageQuery,
  pageWithoutTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";

const name = stringEnum([...legalTextNames]);

const version = {
  name,
  /** 0 for the sample text. */
  version: Type.Integer(),
  /** Whether customers who agreed to an earlier version were asked again. */
  needs_consent: Type.Boolean(),
  changed_at: nullable(Timestamp),
  /** Name of the admin who saved it. */
  changed_by: nullable(Type.String()),
};
const LegalTextVersion = Type.Object(version);
export type LegalTextVersion = Static<typeof LegalTextVersion>;

const EditedLegalText = Type.Object({
  ...version,
  /** Text with its marks and placeholders. */
  body: Type.String(),
  /** What may stand for a figure of the settings, with its present value. */
  placeholders: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
});
/** A version of a text as it is edited. */
export type EditedLegalText = Static<typeof EditedLegalText>;

/** Bytes of a request with the longest text, each character escaped or of three bytes. */
const bodyMaxBytes = legalTextMax * 4 + 10_000;

/** The chain's legal texts, for admins. */
export const staffLegalSchemas = {
  list: { data: Type.Object({ list: Type.Array(LegalTextVersion) }), errors: ["forbidden"] },
  /** The present version, or an earlier one. */
  read: {
    query: strictObject({ name, version: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })) }),
    data: EditedLegalText,
    errors: ["forbidden", "not_found"],
  },
  /** Saves a text in place of `version`; fails with "conflict" and `current` if it was changed since. */
  save: {
    body: strictObject({
      name,
      version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      body: text(legalTextMax, 1),
      needs_consent: Type.Boolean(),
    }),
    bodyMaxBytes,
    data: EditedLegalText,
    errors: ["forbidden", "conflict", "payload_too_large"],
  },
  /** The versions of a text, newest first. */
  history: {
    query: strictObject({ ...pageQuery, name }),
    data: pageWithoutTotal(LegalTextVersion),
    errors: ["forbidden"],
  },
} as const satisfies Record<string, EndpointSchema>;
