import type { ChainSettings, SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import { formatSetting, numbersOf, parseSetting } from "#contract/chain-settings/number-settings.ts";
import { settingLabels, unitLabels } from "#contract/chain-settings/setting-labels.ts";
import type { Problems } from "../../ui/useVersionedForm.ts";
import { settingsMessages as messages } from "./settingsMessages.ts";

/** What is typed of a section: numbers as text, all else as it is stored. */
export type SectionFields = Record<string, unknown>;

/** Returns the labels of the fields of a section, with the unit of numbers. */
export function labelsOf(section: SettingsSection): Record<string, string> {
  const numbers = numbersOf(section);
  const entries = Object.entries<string>(settingLabels[section]).map(([field, label]) => {
    const unit = numbers[field] === undefined ? "" : unitLabels[numbers[field].unit];
    return [field, unit === "" ? label : `${label}（${unit}）`];
  });
  return Object.fromEntries(entries);
}

/** Returns what a form shows of a section. */
export function toSectionFields(
  section: SettingsSection,
  value: ChainSettings[SettingsSection],
): SectionFields {
  const numbers = numbersOf(section);
  const entries = Object.entries(value).map(([field, stored]) => {
    const setting = numbers[field];
    return [field, setting === undefined ? stored : formatSetting(stored as number, setting.unit)];
  });
  return Object.fromEntries(entries);
}

/** Returns the value that was typed, or which numbers are none; the server checks all else. */
export function parseSectionFields(
  section: SettingsSection,
  fields: SectionFields,
): { form: ChainSettings[SettingsSection] } | { problems: Problems<SectionFields> } {
  const numbers = numbersOf(section);
  const parsed = Object.entries(fields).map(([field, typed]): [string, unknown] => {
    const setting = numbers[field];
    return [field, setting === undefined ? typed : parseSetting(String(typed), setting.unit)];
  });
  const wrong = parsed.filter(([, value]) => value === null);
  if (wrong.length > 0)
    return { problems: Object.fromEntries(wrong.map(([field]) => [field, messages.notANumber])) };
  return { form: Object.fromEntries(parsed) as unknown as ChainSettings[SettingsSection] };
}
