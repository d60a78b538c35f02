import Type, { type Static, type TSchema } from "typebox";
import {
  type ChainSettings,
  replySituations,
  type SettingsSection,
  settingsSections,
  storeRefundRequests,
} from "../../chain-settings/chain-settings.ts";
import { type NumberSetting, numberSettings } from "../../chain-settings/number-settings.ts";
import { cancelReasonsMax, cannedRepliesMax, menuNoticesMax } from "../../constants.ts";
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

/** Builds the schemas of the numbers of a section from their bounds. */
function numbers<Name extends string>(settings: Record<Name, NumberSetting>) {
  const entries = Object.entries<NumberSetting>(settings);
  return Object.fromEntries(
    entries.map(([name, { min, max }]) => [name, Type.Integer({ minimum: min, maximum: max })]),
  ) as Record<Name, Type.TInteger>;
}

const TimeOfDay = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" });
const EndOfDay = Type.String({ pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$" });

const CannedReply = strictObject({
  title: text(10, 1),
  text: text(500, 1),
  situation: stringEnum([...replySituations]),
});

const CancelReason = strictObject({
  number: Type.Integer({ minimum: 1, maximum: 999 }),
  text: text(20, 1),
});

/** Schema of what the head office sets, by section. */
export const settingsValues = {
  brand: strictObject({
    name: text(12, 1),
    slogan: text(40, 1),
    color: text(7, 1),
    logo: text(200),
    sms_sign: text(12),
  }),
  service: strictObject({
    from: TimeOfDay,
    to: EndOfDay,
    phone: text(20),
    replies: Type.Array(CannedReply, { maxItems: cannedRepliesMax }),
  }),
  orders: strictObject({
    ...numbers(numberSettings.orders),
    cancel_reasons: Type.Array(CancelReason, { maxItems: cancelReasonsMax }),
  }),
  points: strictObject(numbers(numberSettings.points)),
  invites: strictObject(numbers(numberSettings.invites)),
  withdrawals: strictObject(numbers(numberSettings.withdrawals)),
  delivery: strictObject(numbers(numberSettings.delivery)),
  booking: strictObject(numbers(numberSettings.booking)),
  refunds: strictObject(numbers(numberSettings.refunds)),
  menu: strictObject({
    notices: Type.Array(text(menuNoticesMax.length, 1), { maxItems: menuNoticesMax.count }),
  }),
  invoices: strictObject({
    ...numbers(numberSettings.invoices),
    offered: Type.Boolean(),
    card_orders: Type.Boolean(),
  }),
  legal: strictObject({
    icp: text(40),
    police: text(40),
    minors: text(200),
    business_licence: text(200),
    food_licence: text(200),
  }),
  restaurants: strictObject({
    refund_requests: stringEnum([...storeRefundRequests]),
    reject_orders: Type.Boolean(),
    auto_accept: Type.Boolean(),
  }),
} as const satisfies Record<SettingsSection, TSchema>;

const sectionName = stringEnum([...settingsSections]);

/** A section as it stands; version 0 is what holds until the head office saves it first. */
const SectionVersion = Type.Object({
  section: sectionName,
  version: Type.Integer(),
  value: Type.Unknown(),
  changed_at: nullable(Timestamp),
  /** Name of the admin who saved it. */
  changed_by: nullable(Type.String()),
});
/** A section of the settings in one of its versions. */
export type SettingsVersion<Section extends SettingsSection = SettingsSection> = Omit<
  Static<typeof SectionVersion>,
  "section" | "value"
> & { section: Section; value: ChainSettings[Section] };

/** What members of staff need of the settings for their work. */
const WorkSettings = Type.Object({
  replies: Type.Array(CannedReply),
  /** The highest refund of an agent at once, in fen. */
  agent_refund_max: Type.Integer(),
  /** Time until an order is cancelled that is not accepted. */
  unaccepted_minutes: Type.Integer(),
  /** The chain's conditions, which restaurants may set otherwise. */
  delivery: settingsValues.delivery,
  booking: settingsValues.booking,
});
export type WorkSettings = Static<typeof WorkSettings>;

/** The chain's settings; for admins, but for `work`. */
export const chainSettingsSchemas = {
  /** All sections as they stand. */
  list: { data: Type.Object({ list: Type.Array(SectionVersion) }), errors: ["forbidden"] },
  /**
   * Saves a section in place of `version`; fails with "conflict" and `current` if it was changed since, and with
   * "rule_broken" and the field "code" if a section of `confirmedSections` was sent without the right code.
   */
  save: {
    body: strictObject({
      section: sectionName,
      version: Type.Integer({ minimum: 0 }),
      value: Type.Unknown(),
      /** Code of the admin's authenticator app. */
      code: Type.Optional(text(6, 6)),
    }),
    data: SectionVersion,
    errors: ["forbidden", "conflict", "rule_broken", "rate_limited", "sms_failed"],
  },
  /** The versions of a section, newest first. */
  history: {
    query: strictObject({ ...pageQuery, section: sectionName }),
    data: pageWithoutTotal(SectionVersion),
    errors: ["forbidden"],
  },
  /** For every member of staff. */
  work: { data: WorkSettings },
} as const satisfies Record<string, EndpointSchema>;
