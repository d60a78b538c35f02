import { useState } from "react";
import { validatePhone } from "#web/lib/login/loginValidation.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Dialog } from "../../ui/Dialog/Dialog.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { uiMessages } from "../../ui/uiMessages.ts";
import { customerMessages } from "./customerMessages.ts";

const messages = customerMessages.changePhone;
const maxLength = 200;

interface ChangePhoneDialogProps {
  name: string;
  /** Changes the customer's number. */
  onChange: (phone: string, reason: string) => Promise<void>;
  onClose: () => void;
}

/** Prompts for the new number of a customer who has lost the old one, and how staff verified it. */
export function ChangePhoneDialog({ name, onChange, onClose }: ChangePhoneDialogProps) {
  const [form, setForm] = useState({ phone: "", reason: "" });
  const [problems, setProblems] = useState<{ phone?: string | undefined; reason?: string | undefined }>({});
  const [isBusy, setIsBusy] = useState(false);
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const change = async () => {
    const errors = {
      phone: validatePhone(form.phone),
      reason: form.reason.trim() === "" ? messages.reasonMissing : undefined,
    };
    setProblems(errors);
    if (errors.phone !== undefined || errors.reason !== undefined) return;
    setIsBusy(true);
    const isDone = await runWithToast(() => onChange(form.phone, form.reason.trim()), messages.done);
    setIsBusy(false);
    if (isDone) onClose();
  };
  const footer = (
    <>
      <Button variant="plain" onPress={onClose}>
        {uiMessages.cancel}
      </Button>
      <Button isBusy={isBusy} onPress={() => void change()}>
        {messages.confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={messages.title(name)} onClose={onClose} footer={footer}>
      <p>{messages.text}</p>
      <Field
        label={messages.phone}
        type="tel"
        inputMode="tel"
        value={form.phone}
        onChange={set("phone")}
        problem={problems.phone}
        maxLength={20}
      />
      <Field
        label={messages.reason}
        value={form.reason}
        onChange={set("reason")}
        problem={problems.reason}
        placeholder={messages.reasonHint}
        maxLength={maxLength}
      />
    </Dialog>
  );
}
