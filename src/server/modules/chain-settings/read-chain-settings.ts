import {
  type ChainSettings,
  initialSettings,
  type SettingsSection,
  settingsSections,
} from "#contract/chain-settings/chain-settings.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { listCurrent, type SettingsRow } from "./chain-settings.repository.ts";

/** Reads the settings as they stand; `initial` holds for sections that were never saved. */
export async function readChainSettings(
  queries: QueryRunner,
  initial: ChainSettings = initialSettings,
): Promise<ChainSettings> {
  const rows = await listCurrent(queries);
  const values = settingsSections.map((section) => {
    const row = rows.find((one) => one.section === section);
    return [section, row === undefined ? initial[section] : completeValue(section, row, initial)];
  });
  return Object.fromEntries(values) as ChainSettings;
}

/** Returns the value of a stored version; what it lacks, because it was saved before that existed, is as at first. */
export function completeValue<Section extends SettingsSection>(
  section: Section,
  row: Pick<SettingsRow, "value">,
  initial: ChainSettings,
): ChainSettings[Section] {
  return { ...initial[section], ...(row.value as Partial<ChainSettings[Section]>) };
}
