import { useState } from "react";
import type { CardSecrets } from "#contract/card/schema.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { useAdminStore } from "../../AdminStores.ts";
import { officeMessages } from "../../officeMessages.ts";
import { partMessages } from "../../partMessages.ts";
import { attempt } from "../../parts/attempt.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { cardStore } from "../../stores/CardStore.ts";
import { fenOf, wholeNumber } from "./numbers.ts";

const words = officeMessages.cards;
const most = { fen: 1_000_000, count: 50 };

interface CardDialogProps {
  onIssued: (cards: CardSecrets) => void;
  onClose: () => void;
}

/** Asks how many member cards are made and what is on each. */
export function CardDialog({ onIssued, onClose }: CardDialogProps) {
  const store = useAdminStore(cardStore);
  const [form, setForm] = useState({ amount: "100", count: "1", note: "" });
  const [problems, setProblems] = useState<{ amount?: string; count?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const [key] = useState(randomKey);
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const issue = async () => {
    const [amount, count] = [fenOf(form.amount, most.fen), wholeNumber(form.count, most.count)];
    setProblems({
      ...(amount === null && { amount: words.amountProblem }),
      ...(count === null && { count: officeMessages.countProblem(most.count) }),
    });
    if (amount === null || count === null) return;
    setIsBusy(true);
    await attempt(async () => onIssued(await store.issue({ amount, count, note: form.note.trim(), key })));
    setIsBusy(false);
  };
  const footer = (
    <>
      <Button look="plain" onPress={onClose}>
        {partMessages.cancel}
      </Button>
      <Button isBusy={isBusy} onPress={() => void issue()}>
        {officeMessages.issue}
      </Button>
    </>
  );
  return (
    <Dialog title={words.open} onClose={onClose} footer={footer}>
      <Field
        label={words.amount}
        inputMode="decimal"
        value={form.amount}
        onChange={set("amount")}
        problem={problems.amount}
      />
      <Field
        label={officeMessages.count}
        inputMode="numeric"
        value={form.count}
        onChange={set("count")}
        problem={problems.count}
      />
      <Field label={words.note} value={form.note} onChange={set("note")} maxLength={50} />
    </Dialog>
  );
}
