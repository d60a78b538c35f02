import { Typography } from "antd";
import { useState } from "react";
import type { SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import { sectionLabels } from "#contract/chain-settings/setting-labels.ts";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { CodeField } from "../../ui/CodeField.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import { settingsMessages } from "./settingsMessages.ts";

const messages = settingsMessages.confirm;

interface ConfirmChangesDialogProps {
  section: SettingsSection;
  changes: string[];
  /** Whether the admin has a second factor. */
  needsCode: boolean;
  /** Saves; a thrown error is shown below the code, which stays. */
  onConfirm: (code: string) => Promise<void>;
  onClose: () => void;
}

/** Shows what a save changes and for whom, and asks for the code of the authenticator app. */
export function ConfirmChangesDialog(props: ConfirmChangesDialogProps) {
  const { section, changes, needsCode, onConfirm, onClose } = props;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  // A second factor that was set up meanwhile is known by the answer.
  const [isCodeAsked, setIsCodeAsked] = useState(needsCode);
  const submit = async () => {
    if (isBusy) return;
    if (isCodeAsked && !/^\d{6}$/.test(code.trim())) return setProblem(uiMessages.codePrompt.missing);
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onConfirm(code.trim());
    } catch (error) {
      setIsCodeAsked((isAsked) => isAsked || (error instanceof ApiError && error.data.field === "code"));
      setProblem(toErrorMessage(error, settingsMessages.saveFailed));
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={messages.title(sectionLabels[section])}
      onClose={() => !isBusy && onClose()}
      submit={{ text: messages.submit, onPress: () => void submit(), isBusy }}
    >
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <Typography.Paragraph type="secondary">{settingsMessages.notes[section]}</Typography.Paragraph>
      {isCodeAsked && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <CodeField value={code} onChange={setCode} problem={problem} />
        </form>
      )}
      {!isCodeAsked && problem !== undefined && (
        <Typography.Text type="danger" role="alert">
          {problem}
        </Typography.Text>
      )}
    </Dialog>
  );
}
