import { Button, Flex, type TableColumnsType } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
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

interface DishTableProps {
  onReload: () => Promise<void>;
  selected: readonly string[];
  onSelect: (ids: string[]) => void;
}

/** Dishes in menu order, each with its stock and a sold-out switch. */
export const DishTable = observer(function DishTable({ onReload, selected, onSelect }: DishTableProps) {
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
      selection={{
        keys: selected,
        nameOf: (dish) => messages.select(nameOf(dish)),
        onChange: onSelect,
      }}
    />
  );
});

function describeStock({ stock, daily_stock }: RestaurantDish): string {
  if (stock === null) return messages.noLimit;
  return daily_stock === null ? messages.left(stock) : messages.leftOfDay(stock, daily_stock);
}

function StockButton({ dish }: { dish: RestaurantDish }) {
  const [isOpen, setIsOpen] = useState(false);
  const stock = describeStock(dish);
  const close = () => setIsOpen(false);
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
      {isOpen && <StockDialog dishes={[dish]} onDone={close} onClose={close} />}
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
    <Flex align="center" gap="small">
      <Switch
        label={messages.soldOutOf(name)}
        isLabelHidden
        isChecked={dish.sold_out}
        disabled={store.movingId === dish.dish_id}
        onChange={setSoldOut}
      />
      {dish.sold_out_until !== null && messages.until(formatTimestamp(dish.sold_out_until))}
    </Flex>
  );
});
