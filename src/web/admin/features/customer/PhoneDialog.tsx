import { useState } from "react";
import { phoneProblem } from "#web/shared/login/loginProblems.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { customerMessages } from "../../customerMessages.ts";
import { partMessages } from "../../partMessages.ts";
import { attempt } from "../../parts/attempt.ts";
import { Dialog } from "../../parts/Dialog.tsx";

const words = customerMessages.changePhone;
const longest = 200;

interface PhoneDialogProps {
  /** The customer's name. */
  name: string;
  /** Gives the customer another number. */
  onChange: (phone: string, reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the new number of a customer who has lost the old one, and how staff made sure of it. */
export function PhoneDialog({ name, onChange, onClose }: PhoneDialogProps) {
  const [form, setForm] = useState({ phone: "", reason: "" });
  const [problems, setProblems] = useState<{ phone?: string | undefined; reason?: string | undefined }>({});
  const [isBusy, setIsBusy] = useState(false);
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const change = async () => {
    const found = {
      phone: phoneProblem(form.phone),
      reason: form.reason.trim() === "" ? words.reasonMissing : undefined,
    };
    setProblems(found);
    if (found.phone !== undefined || found.reason !== undefined) return;
    setIsBusy(true);
    const isDone = await attempt(() => onChange(form.phone, form.reason.trim()), words.done);
    setIsBusy(false);
    if (isDone) onClose();
  };
  const footer = (
    <>
      <Button look="plain" onPress={onClose}>
        {partMessages.cancel}
      </Button>
      <Button isBusy={isBusy} onPress={() => void change()}>
        {words.confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={words.title(name)} onClose={onClose} footer={footer}>
      <p>{words.text}</p>
      <Field
        label={words.phone}
        type="tel"
        inputMode="tel"
        value={form.phone}
        onChange={set("phone")}
        problem={problems.phone}
        maxLength={20}
      />
      <Field
        label={words.reason}
        value={form.reason}
        onChange={set("reason")}
        problem={problems.reason}
        placeholder={words.reasonHint}
        maxLength={longest}
      />
    </Dialog>
  );
}
