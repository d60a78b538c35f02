import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { dishStore } from "./DishStore.ts";
import { dishMessages } from "./dishMessages.ts";

const messages = dishMessages.stock;

interface StockDialogProps {
  /** One dish, whose stock is shown, or several. */
  dishes: readonly [RestaurantDish, ...RestaurantDish[]];
  onDone: () => void;
  onClose: () => void;
}

const isPortions = (text: string) => /^\d{0,5}$/.test(text.trim());
const toPortions = (text: string) => (text.trim() === "" ? null : Number(text));
const toText = (portions: number | null) => (portions === null ? "" : String(portions));

/** Prompts for the portions that are left and for those of each day; an empty field means unlimited. What is not typed stays. */
export const StockDialog = observer(function StockDialog({ dishes, onDone, onClose }: StockDialogProps) {
  const store = useAdminStore(dishStore);
  const [dish, ...others] = dishes;
  const name = formatDishName(dish.name, dish.spec_name);
  const isSingle = others.length === 0;
  // Null until it is typed: only that is sent, because other portions may be sold meanwhile.
  const [stock, setStock] = useState<string | null>(null);
  const [daily, setDaily] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    const change = {
      ...(stock !== null && { stock: toPortions(stock) }),
      ...(daily !== null && { daily_stock: toPortions(daily) }),
    };
    setIsBusy(true);
    const isSaved = await runWithToast(async () => {
      if (isSingle) {
        await store.change(dish, change);
        success(messages.saved(name));
      } else {
        const ids = dishes.map(({ dish_id }) => dish_id);
        success(dishMessages.bulk.changed(await store.changeMany(ids, change)));
      }
    });
    setIsBusy(false);
    if (isSaved) onDone();
  };
  const submit = {
    text: messages.save,
    onPress: () => void save(),
    isBusy,
    isDisabled: (stock ?? daily) === null || !isPortions(stock ?? "") || !isPortions(daily ?? ""),
  };
  const title = isSingle ? messages.title(name) : messages.titleMany(dishes.length);
  return (
    <Dialog title={title} onClose={onClose} submit={submit}>
      <TextField
        label={messages.field}
        placeholder={messages.hint}
        inputMode="numeric"
        value={stock ?? (isSingle ? toText(dish.stock) : "")}
        onChange={setStock}
        problem={isPortions(stock ?? "") ? undefined : messages.bad}
      />
      <TextField
        label={messages.daily}
        placeholder={messages.dailyHint}
        inputMode="numeric"
        value={daily ?? (isSingle ? toText(dish.daily_stock) : "")}
        onChange={setDaily}
        problem={isPortions(daily ?? "") ? undefined : messages.bad}
      />
    </Dialog>
  );
});
