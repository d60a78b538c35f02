import Type, { type Static } from "typebox";
import { type EndpointSchema, nullable, strictObject, stringEnum, Timestamp } from "../schema-helpers.ts";
import { consentTextNames, legalTextNames } from "./texts.ts";

const name = stringEnum([...legalTextNames]);
const version = Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** Versions of the texts that were shown to a customer who agreed to them. */
export const ShownVersions = strictObject({ agreement: version, privacy: version });
export type ShownVersions = Static<typeof ShownVersions>;

const summary = {
  name,
  title: Type.String(),
  /** Grows with each change of this text; 0 is the sample text. */
  version: Type.Integer(),
  /** Null for the sample text. */
  changed_at: nullable(Timestamp),
};

const LegalTextSummary = Type.Object(summary);
export type LegalTextSummary = Static<typeof LegalTextSummary>;

/** A legal text as it is read. */
const LegalText = Type.Object({
  ...summary,
  blocks: Type.Array(
    Type.Object({
      kind: stringEnum(["title", "heading", "item", "paragraph"]),
      text: Type.String(),
    }),
  ),
});
export type LegalText = Static<typeof LegalText>;

/** What a customer agreed to; `is_current` tells whether orders can be placed. */
const ConsentStatus = Type.Object({
  is_current: Type.Boolean(),
  /** Whether the customer's last word was a withdrawal. */
  is_withdrawn: Type.Boolean(),
  documents: Type.Array(
    Type.Object({
      name: stringEnum([...consentTextNames]),
      title: Type.String(),
      /** Present version, to be agreed to. */
      version: Type.Integer(),
      changed_at: nullable(Timestamp),
      /** Version that the customer agreed to last; null without an agreement and after a withdrawal. */
      agreed_version: nullable(Type.Integer()),
      agreed_at: nullable(Timestamp),
      /** Whether that agreement is enough. */
      is_current: Type.Boolean(),
    }),
  ),
});
export type ConsentStatus = Static<typeof ConsentStatus>;

/** Registrations and licences that a site must show; empty texts are not set. */
const LegalNotices = Type.Object({
  icp: Type.String(),
  police: Type.String(),
  minors: Type.String(),
  business_licence: Type.String(),
  food_licence: Type.String(),
});
export type LegalNotices = Static<typeof LegalNotices>;

/** The chain's legal texts, and what customers agreed to. */
export const legalSchemas = {
  texts: { data: Type.Object({ list: Type.Array(LegalTextSummary) }) },
  text: { query: strictObject({ name }), data: LegalText },
  notices: { data: LegalNotices },
  consent: { data: ConsentStatus },
  /** Stores the agreement to the versions that were shown; when a newer one needs consent, `is_current` stays false. */
  agree: {
    body: strictObject({ shown: ShownVersions, via: stringEnum(["wechat_login", "update"]) }),
    data: ConsentStatus,
  },
  /** Withdraws the consent: orders are refused until the customer agrees again. */
  withdraw: { data: ConsentStatus },
} as const satisfies Record<string, EndpointSchema>;
