import { useState } from "react";
import type { MemberCardCredentials } from "#contract/card/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { parseFen, parseWholeNumber } from "../../ui/parseNumbers.ts";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { memberCardStore } from "./MemberCardStore.ts";

const messages = staffPageMessages.cards;
const limits = { fen: 1_000_000, count: 50 };

interface IssueCardsDialogProps {
  onIssued: (cards: MemberCardCredentials) => void;
  onClose: () => void;
}

/** Prompts for the number of member cards and their amount. */
export function IssueCardsDialog({ onIssued, onClose }: IssueCardsDialogProps) {
  const store = useAdminStore(memberCardStore);
  const [form, setForm] = useState({ amount: "100", count: "1", note: "" });
  const [problems, setProblems] = useState<{ amount?: string; count?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKey] = useState(createIdempotencyKey);
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const issue = async () => {
    const [amount, count] = [parseFen(form.amount, limits.fen), parseWholeNumber(form.count, limits.count)];
    setProblems({
      ...(amount === null && { amount: messages.amountProblem }),
      ...(count === null && { count: staffPageMessages.countProblem(limits.count) }),
    });
    if (amount === null || count === null) return;
    setIsBusy(true);
    await runWithToast(async () =>
      onIssued(await store.issue({ amount, count, note: form.note.trim(), idempotencyKey })),
    );
    setIsBusy(false);
  };
  return (
    <Dialog
      title={messages.open}
      onClose={onClose}
      submit={{ text: staffPageMessages.issue, onPress: () => void issue(), isBusy }}
    >
      <TextField
        label={messages.amount}
        inputMode="decimal"
        value={form.amount}
        onChange={set("amount")}
        problem={problems.amount}
      />
      <TextField
        label={staffPageMessages.count}
        inputMode="numeric"
        value={form.count}
        onChange={set("count")}
        problem={problems.count}
      />
      <TextField label={messages.note} value={form.note} onChange={set("note")} maxLength={50} />
    </Dialog>
  );
}
