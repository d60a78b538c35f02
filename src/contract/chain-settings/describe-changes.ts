import type { ChainSettings, SettingsSection } from "./chain-settings.ts";
import { formatSetting, numbersOf } from "./number-settings.ts";
import { choiceLabels, settingLabels, unitLabels } from "./setting-labels.ts";

/** Describes each field of a section that differs, with both values where they are short. */
export function describeChanges<Section extends SettingsSection>(
  section: Section,
  before: ChainSettings[Section],
  after: ChainSettings[Section],
): string[] {
  const old: Record<string, unknown> = { ...before };
  const labels: Record<string, string> = settingLabels[section];
  return Object.entries(after)
    .filter(([field, value]) => JSON.stringify(old[field]) !== JSON.stringify(value))
    .map(([field, value]) => {
      const values = [old[field], value].map((one) => showValue(section, field, one));
      const label = labels[field] ?? field;
      return values.includes(null) ? label : `${label} ${values.join(" → ")}`;
    });
}

/** Fields that hold the URL of an image. */
export const imageFields: readonly string[] = ["logo", "business_licence", "food_licence"];

/** Returns a short value as the settings page shows it; null for a list and for an image. */
function showValue(section: SettingsSection, field: string, value: unknown): string | null {
  const unit = numbersOf(section)[field]?.unit;
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value === "number" && unit !== undefined) return formatSetting(value, unit) + unitLabels[unit];
  if (typeof value !== "string" || imageFields.includes(field)) return null;
  return choiceLabels[`${section}.${field}`]?.[value] ?? value;
}
