import { type ReactNode, useState } from "react";
import type { ChainSettings, SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import { describeChanges } from "#contract/chain-settings/describe-changes.ts";
import type { SettingsVersion } from "#contract/staff/chain-settings/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { isCodeRequested } from "../../ui/CodePrompt.tsx";
import { chainSettingsStore } from "./ChainSettingsStore.ts";
import { ConfirmChangesDialog } from "./ConfirmChangesDialog.tsx";

interface Question {
  base: SettingsVersion;
  value: ChainSettings[SettingsSection];
  changes: string[];
  /** Resolves the save: true when saved, false when cancelled. */
  resolve: (isSaved: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Saves sections; where a section needs it, shows what changes and asks for a code first. `save` resolves with false
 * when the admin cancelled, and rethrows all failures but a wrong code, which the dialog tells. Render `dialog`.
 */
export function useConfirmedSave(): {
  save: (base: SettingsVersion, value: ChainSettings[SettingsSection]) => Promise<boolean>;
  dialog: ReactNode;
  /** Whether the dialog is open. */
  isAsking: boolean;
} {
  const store = useAdminStore(chainSettingsStore);
  const [question, setQuestion] = useState<Question | null>(null);
  const save = async (base: SettingsVersion, value: ChainSettings[SettingsSection]) => {
    const changes = describeChanges(base.section, base.value, value);
    if (store.isConfirmed(base.section) && changes.length > 0)
      return await new Promise<boolean>((resolve, reject) =>
        setQuestion({ base, value, changes, resolve, reject }),
      );
    await store.save(base, value);
    return true;
  };
  const submit = async ({ base, value, resolve, reject }: Question, code: string) => {
    try {
      await store.save(base, value, code);
    } catch (error) {
      if (isCodeRequested(error)) throw error;
      setQuestion(null);
      return reject(error);
    }
    setQuestion(null);
    resolve(true);
  };
  const cancel = ({ resolve }: Question) => {
    setQuestion(null);
    resolve(false);
  };
  const dialog = question !== null && (
    <ConfirmChangesDialog
      section={question.base.section}
      changes={question.changes}
      needsCode={store.needsCode}
      onConfirm={(code) => submit(question, code)}
      onClose={() => cancel(question)}
    />
  );
  return { save, dialog, isAsking: question !== null };
}
