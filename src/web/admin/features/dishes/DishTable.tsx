import { Button, Flex, type TableColumnsType } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { Switch } from "../../ui/Switch.tsx";
import { dishStore } from "./DishStore.ts";
import { dishMessages as messages } from "./dishMessages.ts";
import { StockDialog } from "./StockDialog.tsx";

const nameOf = (dish: RestaurantDish) => formatDishName(dish.name, dish.spec_name);

const columns: TableColumnsType<RestaurantDish> = [
  {
    title: messages.columns.name,
    sorter: (a, b) => nameOf(a).localeCompare(nameOf(b), "zh"),
    render: (_, dish) => (
      <Flex align="center" gap="small">
        <DishImage src={dish.image} alt="" size={36} />
        {nameOf(dish)}
      </Flex>
    ),
  },
  { title: messages.columns.category, dataIndex: "category" },
  {
    title: messages.columns.price,
    align: "right",
    sorter: (a, b) => a.price - b.price,
    render: (_, { price }) => <Price fen={price} size="small" />,
  },
  {
    title: messages.columns.stock,
    align: "right",
    sorter: (a, b) => (a.stock ?? Number.POSITIVE_INFINITY) - (b.stock ?? Number.POSITIVE_INFINITY),
    render: (_, dish) => <StockButton dish={dish} />,
  },
  {
    title: messages.soldOut,
    sorter: (a, b) => Number(a.sold_out) - Number(b.sold_out),
    render: (_, dish) => <SoldOutSwitch dish={dish} />,
  },
];

/** Dishes in menu order, each with its stock and a sold-out switch. */
export const DishTable = observer(function DishTable({ onReload }: { onReload: () => Promise<void> }) {
  const { dishes } = useAdminStore(dishStore);
  return (
    <DataTable
      list={dishes}
      // A part of the dishes in another order would hide the others.
      columns={dishes.hasMore ? columns.map(({ sorter: _, ...column }) => column) : columns}
      rowKey={({ dish_id }) => dish_id}
      errorText={messages.failed}
      emptyText={messages.empty}
      onReload={onReload}
    />
  );
});

function StockButton({ dish }: { dish: RestaurantDish }) {
  const [isOpen, setIsOpen] = useState(false);
  const stock = dish.stock === null ? messages.noLimit : messages.left(dish.stock);
  return (
    <>
      <Button
        type="link"
        size="small"
        aria-label={messages.stock.open(stock, nameOf(dish))}
        onClick={() => setIsOpen(true)}
      >
        {stock}
      </Button>
      {isOpen && <StockDialog dish={dish} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const SoldOutSwitch = observer(function SoldOutSwitch({ dish }: { dish: RestaurantDish }) {
  const store = useAdminStore(dishStore);
  const name = nameOf(dish);
  const setSoldOut = (soldOut: boolean) =>
    void runWithToast(
      () => store.change(dish, { sold_out: soldOut }),
      soldOut ? messages.nowSoldOut(name) : messages.nowSold(name),
    );
  return (
    <Switch
      label={messages.soldOutOf(name)}
      isLabelHidden
      isChecked={dish.sold_out}
      disabled={store.movingId === dish.dish_id}
      onChange={setSoldOut}
    />
  );
});
