import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
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
      <Button onClick={onClose}>{uiMessages.cancel}</Button>
      <Button
        type="primary"
        disabled={!isValid}
        loading={store.movingId === dish.dish_id}
        onClick={() => void save()}
      >
        {messages.save}
      </Button>
    </>
  );
  return (
    <Dialog title={messages.title(name)} onClose={onClose} footer={footer}>
      <TextField
        label={messages.field}
        placeholder={messages.hint}
        value={text}
        onChange={setText}
        problem={isValid ? undefined : messages.bad}
      />
    </Dialog>
  );
});
