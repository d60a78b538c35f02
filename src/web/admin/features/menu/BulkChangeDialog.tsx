import { Form, Select } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { type BulkFields, noChange, parseBulkChange } from "./bulkChange.ts";
import { menuStore } from "./MenuStore.ts";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.bulk;

interface BulkChangeDialogProps {
  ids: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Prompts for what is changed of many dishes at once. */
export const BulkChangeDialog = observer(function BulkChangeDialog(props: BulkChangeDialogProps) {
  const { ids, onDone, onClose } = props;
  const store = useAdminStore(menuStore);
  const [fields, setFields] = useState(noChange);
  const [problem, setProblem] = useState<string>();
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey);
  const [isBusy, setIsBusy] = useState(false);
  const change = (changes: Partial<BulkFields>) => {
    setFields({ ...fields, ...changes });
    setProblem(undefined);
    setIdempotencyKey(createIdempotencyKey());
  };
  const save = async () => {
    const parsed = parseBulkChange(fields);
    if (typeof parsed === "string") return setProblem(parsed);
    setIsBusy(true);
    const isSaved = await runWithToast(async () => {
      success(messages.saved(await store.changeDishes(ids, parsed, idempotencyKey)));
    });
    setIsBusy(false);
    if (isSaved) onDone();
  };
  const submit = { text: messages.submit, onPress: () => void save(), isBusy };
  return (
    <Dialog title={messages.title(ids.length)} onClose={onClose} submit={submit}>
      <Form.Item label={messages.price} layout="vertical">
        <RadioGroup
          label={messages.price}
          options={(["keep", "percent", "amount"] as const).map((value) => ({
            value,
            text: messages.modes[value],
          }))}
          value={fields.mode}
          onChange={(mode) => change({ mode })}
        />
      </Form.Item>
      {fields.mode !== "keep" && (
        <TextField
          label={messages[fields.mode]}
          maxLength={8}
          value={fields.value}
          onChange={(value) => change({ value })}
        />
      )}
      <Form.Item label={messages.sale} layout="vertical">
        <RadioGroup
          label={messages.sale}
          options={(["keep", "on", "off"] as const).map((value) => ({ value, text: messages.sales[value] }))}
          value={fields.sale}
          onChange={(sale) => change({ sale })}
        />
      </Form.Item>
      <Form.Item label={messages.category} layout="vertical">
        <Select
          virtual={false}
          aria-label={messages.category}
          value={fields.categoryId}
          options={[
            { value: "", label: messages.keepCategory },
            ...(store.categories.value ?? []).map(({ category_id, name }) => ({
              value: category_id,
              label: name,
            })),
          ]}
          onChange={(categoryId) => change({ categoryId })}
        />
      </Form.Item>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </Dialog>
  );
});
