import { bookingLeadMinMinutes } from "../constants.ts";

/** How a number of the settings is shown; amounts are stored in fen, distances in metres. */
export type SettingUnit =
  | "yuan"
  | "km"
  | "minutes"
  | "seconds"
  | "hours"
  | "days"
  | "months"
  | "points"
  | "percent"
  | "count";

/** A whole number that the head office sets: its bounds, and its value until then, as stored. */
export interface NumberSetting {
  unit: SettingUnit;
  min: number;
  max: number;
  initial: number;
}

function number(unit: SettingUnit, min: number, max: number, initial: number): NumberSetting {
  return { unit, min, max, initial };
}

/** Defines an amount by whole yuan. */
function yuan(min: number, max: number, initial: number): NumberSetting {
  return number("yuan", min * 100, max * 100, initial * 100);
}

/** The numbers of the settings by section; no other place has their bounds and initial values. */
export const numberSettings = {
  /** Conditions of a delivery, of which a restaurant may set its own. */
  delivery: {
    minimum: yuan(0, 10_000, 20),
    fee: yuan(0, 10_000, 5),
    base_distance: number("km", 0, 20_000, 3_000),
    km_fee: yuan(0, 10_000, 1),
    free_from: yuan(0, 10_000, 50),
    packing_fee: yuan(0, 10_000, 0),
    minutes: number("minutes", 0, 180, 30),
  },
  /** Conditions of a booking, of which a restaurant may set its own. */
  booking: {
    slot_minutes: number("minutes", 5, 60, 15),
    lead_minutes: number("minutes", bookingLeadMinMinutes, 1_440, 30),
    days: number("days", 1, 14, 3),
  },
  /** What an order may do and when it moves by itself; an order keeps the values with which it was placed. */
  orders: {
    /** Orders that a customer may leave unpaid at once. */
    unpaid_max: number("count", 1, 20, 3),
    pay_minutes: number("minutes", 5, bookingLeadMinMinutes, 15),
    auto_accept_seconds: number("seconds", 0, 600, 60),
    /** Time until an order is cancelled that a restaurant without automatic acceptance does not accept. */
    unaccepted_minutes: number("minutes", 2, 60, 5),
    /** Time after the acceptance in which customers cancel without asking. */
    cancel_seconds: number("seconds", 0, 3_600, 60),
    /** Booked orders are cancelled without asking until this long before their time. */
    cancel_booked_minutes: number("minutes", 0, 1_440, 30),
    /** Time in the kitchen before an alarm, unless a restaurant has its own limit. */
    overdue_minutes: number("minutes", 10, 1_440, 120),
    complete_ready_minutes: number("minutes", 5, 1_440, 60),
    complete_delivering_minutes: number("minutes", 5, 1_440, 120),
  },
  points: {
    /** Points for each whole yuan of money paid for goods. */
    per_yuan: number("points", 0, 10, 1),
    /** Days that earned points wait after their order was completed. */
    pending_days: number("days", 0, 90, 7),
    /** Points expire at the end of the month so many months after the one in which they came. */
    valid_months: number("months", 1, 60, 12),
    spend_minimum: number("points", 1, 100_000, 100),
    /** Share of an order's goods that points may pay; what is left in money makes it an order that can be refunded. */
    spend_percent: number("percent", 1, 99, 50),
  },
  /** Rewards for a friend's first order; an invite keeps the values with which it was bound. */
  invites: {
    inviter_points: number("points", 0, 100_000, 500),
    invitee_points: number("points", 0, 100_000, 200),
    minimum_order: yuan(0, 10_000, 20),
    delay_days: number("days", 0, 90, 7),
    /** Rewards that one customer gets in a day at most. */
    daily_max: number("count", 1, 1_000, 20),
    /** Days after the sign-up in which a code can be bound although an order was paid. */
    bind_days: number("days", 0, 90, 7),
  },
  /** What customers may have paid out of the points of invites. */
  withdrawals: {
    minimum: number("points", 100, 1_000_000, 1_000),
    daily_max: number("points", 100, 1_000_000, 20_000),
    fee: yuan(0, 100, 0),
  },
  refunds: {
    /** Days after an order's end in which customers ask for a refund. */
    request_days: number("days", 0, 90, 7),
    /** The highest refund of an agent, at once and in a day. */
    agent_max: yuan(0, 100_000, 200),
    agent_daily_max: yuan(0, 1_000_000, 20_000),
    /** Requests are approved after this long without an answer, service hours counted; 0 never. */
    answer_minutes: number("minutes", 0, 10_080, 30),
    /** Requests made later than this after the end of an order wait for a person. */
    auto_answer_hours: number("hours", 0, 720, 24),
  },
  invoices: {
    /** Days after an order's completion in which customers ask for an invoice. */
    request_days: number("days", 1, 365, 180),
  },
} as const satisfies Record<string, Record<string, NumberSetting>>;

type NumberSettings = typeof numberSettings;
type NumberSection = keyof NumberSettings;

/** Values of the numbers of a section. */
export type NumbersOf<Section extends NumberSection> = Record<keyof NumberSettings[Section], number>;

/** Returns the numbers of a section that hold until the head office sets others. */
export function initialNumbers<Section extends NumberSection>(section: Section): NumbersOf<Section> {
  const entries = Object.entries<NumberSetting>(numberSettings[section]);
  return Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as NumbersOf<Section>;
}

/** Returns the numbers of a section by field; none of a section without numbers. */
export function numbersOf(section: string): Readonly<Record<string, NumberSetting>> {
  const sections: Record<string, Record<string, NumberSetting>> = numberSettings;
  return sections[section] ?? {};
}

/** How many of what is stored make one of what is shown. */
const storedPerShown: Partial<Record<SettingUnit, number>> = { yuan: 100, km: 1_000 };

/** Returns a stored number as it is shown and typed: 2000 fen as "20". */
export function formatSetting(value: number, unit: SettingUnit): string {
  return String(value / (storedPerShown[unit] ?? 1));
}

/** Returns the stored number of a typed one; null for what is none. */
export function parseSetting(text: string, unit: SettingUnit): number | null {
  const value = text.trim() === "" ? Number.NaN : Number(text) * (storedPerShown[unit] ?? 1);
  const rounded = Math.round(value);
  return Math.abs(value - rounded) < 1e-6 ? rounded : null;
}
