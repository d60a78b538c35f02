import { useState } from "react";
import { Button } from "#web/ui/Button/Button.tsx";
import { Checkbox } from "#web/ui/Checkbox/Checkbox.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { confirm } from "#web/ui/notify.ts";
import styles from "../../../app/components/Form.module.css";
import type { AddressDraft, AddressDraftErrors } from "../AddressDraft.ts";
import { validateAddressDraft } from "../AddressDraft.ts";
import { addressMessages } from "../messages.ts";

const messages = addressMessages;

type PendingAction = "saving" | "removing" | null;

interface AddressFormProps {
  draft: AddressDraft;
  onChange: (draft: AddressDraft) => void;
  onSearch: () => void;
  onSave: () => Promise<void>;
  /** Absent for a new address. */
  onRemove?: (() => Promise<void>) | undefined;
}

/** Address fields with 保存, and 删除 for an existing address. */
export function AddressForm({ draft, onChange, onSearch, onSave, onRemove }: AddressFormProps) {
  const [problems, setProblems] = useState<AddressDraftErrors>({});
  const [busy, setBusy] = useState<PendingAction>(null);
  const change = (patch: Partial<AddressDraft>) => {
    onChange({ ...draft, ...patch });
    setProblems((previous) => omitErrors(previous, Object.keys(patch)));
  };

  const run = async (kind: PendingAction, action: () => Promise<void>) => {
    if (busy !== null) return;
    setBusy(kind);
    await action().finally(() => setBusy(null));
  };
  const save = async () => {
    const errors = validateAddressDraft(draft);
    setProblems(errors);
    if (Object.keys(errors).length === 0) await run("saving", onSave);
  };
  const confirmRemove = async () => {
    if (onRemove === undefined) return;
    if (await confirm({ message: messages.removeConfirm, confirmText: messages.remove }))
      await run("removing", onRemove);
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Fields draft={draft} problems={problems} change={change} onSearch={onSearch} />
      <Button type="submit" size="large" isBusy={busy === "saving"}>
        {messages.save}
      </Button>
      {onRemove !== undefined && (
        <Button
          variant="plain"
          size="large"
          onPress={() => void confirmRemove()}
          isBusy={busy === "removing"}
        >
          {messages.remove}
        </Button>
      )}
    </form>
  );
}

function omitErrors(problems: AddressDraftErrors, names: string[]): AddressDraftErrors {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)));
}

interface FieldsProps {
  draft: AddressDraft;
  problems: AddressDraftErrors;
  change: (part: Partial<AddressDraft>) => void;
  onSearch: () => void;
}

function Fields({ draft, problems, change, onSearch }: FieldsProps) {
  return (
    <div className={styles.card}>
      <Field
        label={messages.recipient}
        value={draft.recipient}
        onChange={(recipient) => change({ recipient })}
        problem={problems.recipient}
        placeholder={messages.recipientHint}
        autoComplete="name"
        maxLength={20}
      />
      <Field
        label={messages.phone}
        value={draft.phone}
        onChange={(phone) => change({ phone })}
        problem={problems.phone}
        placeholder={messages.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
      />
      <Field
        isLong
        label={messages.detail}
        value={draft.place?.name ?? ""}
        problem={draft.place === null ? problems.place : undefined}
        placeholder={messages.detailHint}
        readOnly
        onPress={onSearch}
        trailing={<Icon name="chevron" size={16} />}
      />
      <Field
        isLong
        label={messages.houseNumber}
        value={draft.houseNumber}
        onChange={(houseNumber) => change({ houseNumber })}
        placeholder={messages.houseNumberHint}
        maxLength={50}
      />
      <Checkbox checked={draft.isDefault} onChange={(isDefault) => change({ isDefault })}>
        {messages.setDefault}
      </Checkbox>
    </div>
  );
}
