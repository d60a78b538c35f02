import type { ChainSettings, SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import { chainSettingsEndpoints as endpoints } from "#contract/staff/chain-settings/endpoints.ts";
import type { SettingsVersion } from "#contract/staff/chain-settings/schema.ts";
import type { Client } from "./Client.ts";

/** Reads a section of the settings as an admin. */
export async function readSettings<Section extends SettingsSection>(
  admin: Client,
  section: Section,
): Promise<SettingsVersion<Section>> {
  const { list } = await admin.data(endpoints.list);
  return list.find((one) => one.section === section) as SettingsVersion<Section>;
}

/** Saves some fields of a section as an admin, the others as they stand; returns the response. */
export async function saveSettings<Section extends SettingsSection>(
  admin: Client,
  section: Section,
  changes: Partial<ChainSettings[Section]>,
) {
  const { version, value } = await readSettings(admin, section);
  return await admin.call(endpoints.save, { body: { section, version, value: { ...value, ...changes } } });
}
