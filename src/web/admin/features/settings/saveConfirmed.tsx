import { Typography } from "antd";
import {
  type ChainSettings,
  confirmedSections,
  type SettingsSection,
} from "#contract/chain-settings/chain-settings.ts";
import { describeChanges } from "#contract/chain-settings/describe-changes.ts";
import { sectionLabels } from "#contract/chain-settings/setting-labels.ts";
import type { SettingsVersion } from "#contract/staff/chain-settings/schema.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { withCode } from "../../ui/CodePrompt.tsx";
import { confirm } from "../../ui/notify.tsx";
import type { ChainSettingsStore } from "./ChainSettingsStore.ts";
import { settingsMessages } from "./settingsMessages.ts";

const messages = settingsMessages.confirm;

/**
 * Saves a section; of `confirmedSections` shows first what changes and for whom, and prompts for a code if the server
 * wants one. Returns false if the admin cancelled. Rethrows failures.
 */
export async function saveConfirmed(
  store: ChainSettingsStore,
  base: SettingsVersion,
  value: ChainSettings[SettingsSection],
): Promise<boolean> {
  const { section } = base;
  const changes = describeChanges(section, base.value, value);
  if (confirmedSections.includes(section) && changes.length > 0) {
    const question = { title: messages.title(sectionLabels[section]), confirmText: messages.submit };
    if (!(await confirm({ ...question, message: <Changes section={section} changes={changes} /> })))
      return false;
  }
  try {
    await withCode((code) => store.save(base, value, code));
    return true;
  } catch (error) {
    if (isAbortError(error)) return false;
    throw error;
  }
}

function Changes({ section, changes }: { section: SettingsSection; changes: readonly string[] }) {
  return (
    <>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <Typography.Text type="secondary">{settingsMessages.notes[section]}</Typography.Text>
    </>
  );
}
