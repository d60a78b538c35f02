import {
  type ChainSettings,
  initialSettings,
  type SettingsSection,
  settingsSections,
} from "#contract/chain-settings/chain-settings.ts";
import type { ChainSettingsSource } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { listCurrent, listHistory, type SettingsRow } from "./chain-settings.repository.ts";

/** Sections whose former values still hold for what was promised under them. */
const keptSections: readonly SettingsSection[] = ["orders", "points", "invites", "withdrawals", "refunds"];

type StoredVersion = Pick<SettingsRow, "section" | "value" | "changedAt">;

/** Reads the settings as they stand and as they were; `initial` holds for sections that were never saved. */
export async function readChainSettings(
  queries: QueryRunner,
  initial: ChainSettings = initialSettings,
): Promise<ChainSettingsSource> {
  const [current, former] = await Promise.all([listCurrent(queries), listHistory(queries, keptSections)]);
  return {
    current: compose(current, initial),
    at: (date) =>
      compose(
        [
          ...current.filter(({ section }) => !keptSections.includes(section)),
          ...former.filter(({ changedAt }) => changedAt <= date),
        ],
        initial,
      ),
  };
}

/** Composes settings of versions; the last one of a section counts. */
function compose(rows: readonly StoredVersion[], initial: ChainSettings): ChainSettings {
  const values = settingsSections.map((section) => {
    const row = rows.findLast((one) => one.section === section);
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
