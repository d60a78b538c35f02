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
  refunds: {
    /** The highest refund of an agent, at once and in a day. */
    agent_max: yuan(0, 100_000, 200),
    agent_daily_max: yuan(0, 1_000_000, 20_000),
    /** Requests are approved after this long without an answer, service hours counted; 0 never. */
    answer_minutes: number("minutes", 0, 10_080, 30),
    /** Requests made later than this after the end of an order wait for a person. */
    auto_answer_hours: number("hours", 0, 720, 24),
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
