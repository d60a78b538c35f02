import { Alert, Button, Flex, Form, Input, Typography } from "antd";
import { useEffect, useState } from "react";
import { isConsentText, legalTextMax, legalTextTitles } from "#contract/legal/texts.ts";
import type { EditedLegalText } from "#contract/staff/legal/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../../app/AdminStores.ts";
import { FormField } from "../../../ui/FormField.tsx";
import { success } from "../../../ui/notify.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { useLeaveConfirmation } from "../../../ui/useLeaveConfirmation.ts";
import { useVersionedForm } from "../../../ui/useVersionedForm.ts";
import { LegalHistoryDialog } from "./LegalHistoryDialog.tsx";
import { legalTextStore } from "./LegalTextStore.ts";
import { legalMessages as messages } from "./legalMessages.ts";

interface Fields {
  body: string;
  needs_consent: boolean;
}

// A change needs consent unless the admin says that it does not.
const toFields = ({ name, body }: EditedLegalText): Fields => ({
  body,
  needs_consent: isConsentText(name),
});

interface LegalTextEditorProps {
  current: EditedLegalText;
  /** Called with whether something is changed and not saved. */
  onTyped: (isTyped: boolean) => void;
}

/** Editor of one text; it starts anew when a version was saved. */
export function LegalTextEditor({ current, onTyped }: LegalTextEditorProps) {
  const { name } = current;
  const store = useAdminStore(legalTextStore);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const { base, fields, change, problems, notice, isBusy, isTyped, save } = useVersionedForm<
    EditedLegalText,
    Fields,
    Fields
  >({
    entity: current,
    getInitialFields: () => toFields(current),
    toFields,
    labels: { body: messages.body, needs_consent: messages.needsConsent },
    markedFields: ["body"],
    parse: (typed) => ({ form: typed }),
    submit: (form, edited) => store.save(edited ?? current, form),
    messages: { conflict: messages.conflict, failed: messages.saveFailed },
    onSaved: () => success(messages.saved(store.text.value?.version ?? 0)),
  });
  useLeaveConfirmation(isTyped);
  useEffect(() => {
    onTyped(isTyped);
    return () => onTyped(false);
  }, [isTyped, onTyped]);
  const { version, changed_at, changed_by } = base ?? current;
  const origin =
    changed_at === null
      ? messages.sample
      : messages.version(version, formatTimestamp(changed_at), changed_by ?? "");
  return (
    <div style={{ maxWidth: 960 }}>
      <FormField label={`${legalTextTitles[name]}${messages.body}`} problem={problems.body}>
        {(id) => (
          <Input.TextArea
            id={id}
            value={fields.body}
            rows={22}
            maxLength={legalTextMax}
            showCount
            aria-invalid={problems.body !== undefined}
            onChange={({ target }) => change({ body: target.value })}
          />
        )}
      </FormField>
      <Typography.Paragraph type="secondary">{messages.format}</Typography.Paragraph>
      <Typography.Paragraph type="secondary">
        {messages.placeholders}
        {current.placeholders.map((one) => `${one.name}（${one.value}）`).join("、")}
      </Typography.Paragraph>
      {isConsentText(name) && (
        <Form.Item extra={messages.needsConsentHint}>
          <Switch
            label={messages.needsConsent}
            isChecked={fields.needs_consent}
            onChange={(needs_consent) => change({ needs_consent })}
          />
        </Form.Item>
      )}
      {notice !== null && (
        <Alert type="warning" role="alert" showIcon title={notice} style={{ marginBottom: 12 }} />
      )}
      <Flex gap="middle" align="center">
        <Button type="primary" loading={isBusy} onClick={() => void save()}>
          {messages.save}
        </Button>
        <Button onClick={() => setIsHistoryOpen(true)}>{messages.history.open}</Button>
        <Typography.Text type="secondary">{origin}</Typography.Text>
      </Flex>
      {isHistoryOpen && (
        <LegalHistoryDialog
          name={name}
          onPick={(body) => change({ body })}
          onClose={() => setIsHistoryOpen(false)}
        />
      )}
    </div>
  );
}
