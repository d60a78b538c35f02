import { Alert, Button, Flex, Typography } from "antd";
import { useState } from "react";
import { sectionLabels } from "#contract/chain-settings/setting-labels.ts";
import type { SettingsVersion } from "#contract/staff/chain-settings/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { success } from "../../ui/notify.tsx";
import { useLeaveConfirmation } from "../../ui/useLeaveConfirmation.ts";
import { useVersionedForm } from "../../ui/useVersionedForm.ts";
import { chainSettingsStore } from "./ChainSettingsStore.ts";
import { HistoryDialog } from "./HistoryDialog.tsx";
import { SettingField } from "./SettingField.tsx";
import { saveConfirmed } from "./saveConfirmed.tsx";
import { labelsOf, parseSectionFields, toSectionFields } from "./sectionFields.ts";
import { settingsMessages as messages } from "./settingsMessages.ts";

/** Form of one section; it starts anew when the section was saved. */
export function SectionForm({ current }: { current: SettingsVersion }) {
  const { section } = current;
  const store = useAdminStore(chainSettingsStore);
  const [isUploading, setIsUploading] = useState(false);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const labels = labelsOf(section);
  const names = Object.keys(labels);
  const toFields = ({ value }: SettingsVersion) => toSectionFields(section, value);
  const { base, fields, change, problems, notice, isBusy, isTyped, save } = useVersionedForm({
    entity: current,
    getInitialFields: () => toFields(current),
    toFields,
    labels,
    markedFields: names,
    parse: (typed) => parseSectionFields(section, typed),
    submit: (value, base) => saveConfirmed(store, base ?? current, value),
    messages: { conflict: messages.conflict, failed: messages.saveFailed },
    onSaved: () => success(messages.saved),
  });
  useLeaveConfirmation(isTyped);
  const changedBy =
    current.changed_at === null
      ? messages.never
      : messages.changed(formatTimestamp(current.changed_at), current.changed_by ?? "");
  return (
    <>
      <Typography.Paragraph type="secondary">{messages.notes[section]}</Typography.Paragraph>
      <div style={{ maxWidth: 960 }}>
        {names.map((name) => (
          <SettingField
            key={name}
            name={`${section}.${name}`}
            label={labels[name] ?? ""}
            value={fields[name]}
            onChange={(value) => change({ [name]: value })}
            problem={problems[name]}
            onBusy={setIsUploading}
          />
        ))}
      </div>
      {notice !== null && (
        <Alert type="warning" role="alert" showIcon title={notice} style={{ marginBottom: 12 }} />
      )}
      <Flex gap="middle" align="center">
        <Button type="primary" loading={isBusy} disabled={isUploading} onClick={() => void save()}>
          {messages.save}
        </Button>
        <Button onClick={() => setIsHistoryOpen(true)}>{messages.history.open}</Button>
        <Typography.Text type="secondary">{changedBy}</Typography.Text>
      </Flex>
      {isHistoryOpen && (
        <HistoryDialog
          current={base ?? current}
          title={messages.history.title(sectionLabels[section])}
          onClose={() => setIsHistoryOpen(false)}
        />
      )}
    </>
  );
}
