import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog/Dialog.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { uiMessages } from "../../ui/uiMessages.ts";
import { dishStore } from "./DishStore.ts";
import { dishMessages } from "./dishMessages.ts";

const messages = dishMessages.stock;

interface StockDialogProps {
  dish: RestaurantDish;
  onClose: () => void;
}

/** Prompts for the remaining portions of a dish; an empty field means unlimited. */
export const StockDialog = observer(function StockDialog({ dish, onClose }: StockDialogProps) {
  const store = useAdminStore(dishStore);
  const name = formatDishName(dish.name, dish.spec_name);
  const [text, setText] = useState(dish.stock === null ? "" : String(dish.stock));
  const trimmed = text.trim();
  const isValid = /^\d{0,5}$/.test(trimmed);
  const save = async () => {
    const stock = trimmed === "" ? null : Number(trimmed);
    if (await runWithToast(() => store.change(dish, { stock }), messages.saved(name))) onClose();
  };
  const footer = (
    <>
      <Button variant="plain" onPress={onClose}>
        {uiMessages.cancel}
      </Button>
      <Button disabled={!isValid} isBusy={store.movingId === dish.dish_id} onPress={() => void save()}>
        {messages.save}
      </Button>
    </>
  );
  return (
    <Dialog title={messages.title(name)} onClose={onClose} footer={footer}>
      <Field
        label={messages.field}
        placeholder={messages.hint}
        value={text}
        onChange={setText}
        problem={isValid ? undefined : messages.bad}
      />
    </Dialog>
  );
});
