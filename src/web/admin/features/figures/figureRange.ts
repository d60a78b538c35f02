import { figureDaysMax, figureFirstDay, figureLastDay } from "#contract/staff/figures/limits.ts";
import { toLocalDate } from "#web/lib/time/formatTime.ts";

const dayMs = 86_400_000;

/** Ranges that one press selects. */
export const presets = ["today", "yesterday", "week", "month", "thisMonth"] as const;
export type Preset = (typeof presets)[number];

/** Returns the first and last day of a preset; days are those of Shanghai. */
export function rangeOf(preset: Preset, now: number): { from: string; to: string } {
  const today = toLocalDate(now);
  const before = (days: number) => toLocalDate(now - days * dayMs);
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: before(1), to: before(1) };
    case "week":
      return { from: before(6), to: today };
    case "month":
      return { from: before(29), to: today };
    default:
      return { from: `${today.slice(0, 8)}01`, to: today };
  }
}

/** Returns which preset a range is, null for none. */
export function findPreset(range: { from: string; to: string }, now: number): Preset | null {
  const isSame = (preset: Preset) => {
    const { from, to } = rangeOf(preset, now);
    return from === range.from && to === range.to;
  };
  return presets.find(isSame) ?? null;
}

/** Returns whether figures can be shown for a range. */
export function isValidRange({ from, to }: { from: string; to: string }): boolean {
  if (from < figureFirstDay || to > figureLastDay) return false;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= figureDaysMax;
}
