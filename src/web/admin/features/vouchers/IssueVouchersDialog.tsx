import { useState } from "react";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { parseWholeNumber } from "../../ui/parseNumbers.ts";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { MealEditor, type MealItem } from "./MealEditor.tsx";
import { voucherStore } from "./VoucherStore.ts";

const messages = staffPageMessages.vouchers;
const limits = { days: 3650, count: 100 };
type FormErrors = Partial<Record<"items" | "partner" | "days" | "count", string>>;

/** Prompts for the meal that a partner sells, the number of vouchers and their validity. */
export function IssueVouchersDialog({ onClose }: { onClose: () => void }) {
  const store = useAdminStore(voucherStore);
  const [items, setItems] = useState<readonly MealItem[]>([]);
  const [form, setForm] = useState({ partner: "", title: "", days: "30", count: "10" });
  const [problems, setProblems] = useState<FormErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKey] = useState(createIdempotencyKey);
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const issue = async () => {
    const [days, count] = [
      parseWholeNumber(form.days, limits.days),
      parseWholeNumber(form.count, limits.count),
    ];
    const partner = form.partner.trim();
    const errors: FormErrors = {
      ...(items.length === 0 && { items: messages.itemsProblem }),
      ...(partner === "" && { partner: messages.partnerProblem }),
      ...(days === null && { days: messages.daysProblem }),
      ...(count === null && { count: staffPageMessages.countProblem(limits.count) }),
    };
    setProblems(errors);
    if (days === null || count === null || Object.keys(errors).length > 0) return;
    setIsBusy(true);
    const meal = items.map(({ id, quantity }) => ({ id, quantity }));
    const input = { items: meal, partner, title: form.title.trim(), days, count, idempotencyKey };
    const isDone = await runWithToast(() => store.issue(input), messages.done(count));
    setIsBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={messages.open}
      onClose={onClose}
      submit={{ text: staffPageMessages.issue, onPress: () => void issue(), isBusy }}
    >
      <MealEditor items={items} onChange={setItems} problem={problems.items} />
      <TextField
        label={messages.partner}
        value={form.partner}
        onChange={set("partner")}
        maxLength={50}
        problem={problems.partner}
      />
      <TextField
        label={messages.title}
        value={form.title}
        onChange={set("title")}
        maxLength={100}
        placeholder={messages.titleHint}
      />
      <TextField
        label={messages.days}
        inputMode="numeric"
        value={form.days}
        onChange={set("days")}
        problem={problems.days}
      />
      <TextField
        label={staffPageMessages.count}
        inputMode="numeric"
        value={form.count}
        onChange={set("count")}
        problem={problems.count}
      />
    </Dialog>
  );
}
