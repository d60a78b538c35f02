import { useState } from "react";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { messages } from "../../messages.ts";
import type { AddressDraft, DraftProblems } from "./AddressDraft.ts";
import { problemsOf } from "./AddressDraft.ts";
import styles from "./AddressForm.module.css";

const words = messages.address;

type Busy = "saving" | "removing" | null;

interface AddressFormProps {
  draft: AddressDraft;
  onChange: (draft: AddressDraft) => void;
  onSearch: () => void;
  onSave: () => Promise<void>;
  /** Absent for a new address. */
  onRemove?: (() => Promise<void>) | undefined;
}

/** The fields of an address with 保存, and 删除 for an existing one. */
export function AddressForm({ draft, onChange, onSearch, onSave, onRemove }: AddressFormProps) {
  const [problems, setProblems] = useState<DraftProblems>({});
  const [busy, setBusy] = useState<Busy>(null);
  const change = (part: Partial<AddressDraft>) => {
    onChange({ ...draft, ...part });
    setProblems((before) => without(before, Object.keys(part)));
  };

  const run = async (kind: Busy, work: () => Promise<void>) => {
    if (busy !== null) return;
    setBusy(kind);
    await work().finally(() => setBusy(null));
  };
  const save = async () => {
    const found = problemsOf(draft);
    setProblems(found);
    if (Object.keys(found).length === 0) await run("saving", onSave);
  };
  const removeAsked = async () => {
    if (onRemove === undefined) return;
    if (await confirm({ message: words.removeAsk, confirmText: words.remove }))
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
        {words.save}
      </Button>
      {onRemove !== undefined && (
        <Button look="plain" size="large" onPress={() => void removeAsked()} isBusy={busy === "removing"}>
          {words.remove}
        </Button>
      )}
    </form>
  );
}

function without(problems: DraftProblems, names: string[]): DraftProblems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)));
}

interface FieldsProps {
  draft: AddressDraft;
  problems: DraftProblems;
  change: (part: Partial<AddressDraft>) => void;
  onSearch: () => void;
}

function Fields({ draft, problems, change, onSearch }: FieldsProps) {
  return (
    <div className={styles.card}>
      <Field
        label={words.recipient}
        value={draft.recipient}
        onChange={(recipient) => change({ recipient })}
        problem={problems.recipient}
        placeholder={words.recipientHint}
        autoComplete="name"
        maxLength={20}
      />
      <Field
        label={words.phone}
        value={draft.phone}
        onChange={(phone) => change({ phone })}
        problem={problems.phone}
        placeholder={words.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
      />
      <Field
        label={words.detail}
        value={draft.place?.name ?? ""}
        problem={draft.place === null ? problems.place : undefined}
        placeholder={words.detailHint}
        readOnly
        onPress={onSearch}
        trailing={<Icon name="chevron" size={16} className={styles.arrow} />}
      />
      <Field
        label={words.houseNumber}
        value={draft.houseNumber}
        onChange={(houseNumber) => change({ houseNumber })}
        placeholder={words.houseNumberHint}
        maxLength={50}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.isDefault}
          onChange={(event) => change({ isDefault: event.target.checked })}
        />
        {words.setDefault}
      </label>
    </div>
  );
}
