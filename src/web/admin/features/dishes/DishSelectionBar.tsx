import { Alert, Button, Flex } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { success } from "../../ui/notify.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { dishStore } from "./DishStore.ts";
import { dishMessages as messages } from "./dishMessages.ts";
import { SoldOutDialog } from "./SoldOutDialog.tsx";
import { StockDialog } from "./StockDialog.tsx";

interface DishSelectionBarProps {
  dishes: readonly RestaurantDish[];
  /** Called after the dishes were changed. */
  onDone: () => void;
}

/** What can be done with the chosen dishes of a restaurant. */
export const DishSelectionBar = observer(function DishSelectionBar({
  dishes,
  onDone,
}: DishSelectionBarProps) {
  const store = useAdminStore(dishStore);
  const [dialog, setDialog] = useState<"sold-out" | "stock" | null>(null);
  const [first, ...others] = dishes;
  if (first === undefined) return null;
  const ids = dishes.map(({ dish_id }) => dish_id);
  const close = () => setDialog(null);
  const done = () => {
    close();
    onDone();
  };
  const resume = () =>
    runWithToast(async () => {
      success(messages.bulk.changed(await store.changeMany(ids, { sold_out: false })));
      onDone();
    });
  const actions = (
    <Flex gap="small">
      <Button size="small" onClick={() => setDialog("sold-out")}>
        {messages.bulk.soldOut}
      </Button>
      <Button size="small" onClick={() => void resume()}>
        {messages.bulk.resume}
      </Button>
      <Button size="small" onClick={() => setDialog("stock")}>
        {messages.bulk.stock}
      </Button>
    </Flex>
  );
  return (
    <>
      <Alert
        type="info"
        title={messages.selected(dishes.length)}
        action={actions}
        style={{ marginBottom: 12 }}
      />
      {dialog === "sold-out" && <SoldOutDialog dishIds={ids} onDone={done} onClose={close} />}
      {dialog === "stock" && <StockDialog dishes={[first, ...others]} onDone={done} onClose={close} />}
    </>
  );
});
