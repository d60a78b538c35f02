import { useState } from "react";
import { randomKey } from "#web/shared/randomKey.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { useAdminStore } from "../../AdminStores.ts";
import { officeMessages } from "../../officeMessages.ts";
import { partMessages } from "../../partMessages.ts";
import { attempt } from "../../parts/attempt.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { voucherStore } from "../../stores/VoucherStore.ts";
import { DishFinder, type MealItem } from "./DishFinder.tsx";
import { wholeNumber } from "./numbers.ts";

const words = officeMessages.vouchers;
const most = { days: 3650, count: 100 };
type Problems = Partial<Record<"items" | "partner" | "days" | "count", string>>;

/** Asks which meal a partner sells, how often and for how long. */
export function VoucherDialog({ onClose }: { onClose: () => void }) {
  const store = useAdminStore(voucherStore);
  const [items, setItems] = useState<readonly MealItem[]>([]);
  const [form, setForm] = useState({ partner: "", title: "", days: "30", count: "10" });
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const [key] = useState(randomKey);
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const issue = async () => {
    const [days, count] = [wholeNumber(form.days, most.days), wholeNumber(form.count, most.count)];
    const partner = form.partner.trim();
    const found: Problems = {
      ...(items.length === 0 && { items: words.itemsProblem }),
      ...(partner === "" && { partner: words.partnerProblem }),
      ...(days === null && { days: words.daysProblem }),
      ...(count === null && { count: officeMessages.countProblem(most.count) }),
    };
    setProblems(found);
    if (days === null || count === null || Object.keys(found).length > 0) return;
    setIsBusy(true);
    const meal = items.map(({ id, quantity }) => ({ id, quantity }));
    const wish = { items: meal, partner, title: form.title.trim(), days, count, key };
    const isDone = await attempt(() => store.issue(wish), words.done(count));
    setIsBusy(false);
    if (isDone) onClose();
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
      <DishFinder items={items} onChange={setItems} problem={problems.items} />
      <Field
        label={words.partner}
        value={form.partner}
        onChange={set("partner")}
        maxLength={50}
        problem={problems.partner}
      />
      <Field
        label={words.title}
        value={form.title}
        onChange={set("title")}
        maxLength={100}
        placeholder={words.titleHint}
      />
      <Field
        label={words.days}
        inputMode="numeric"
        value={form.days}
        onChange={set("days")}
        problem={problems.days}
      />
      <Field
        label={officeMessages.count}
        inputMode="numeric"
        value={form.count}
        onChange={set("count")}
        problem={problems.count}
      />
    </Dialog>
  );
}
