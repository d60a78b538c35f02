import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import { formatYuan } from "#contract/money.ts";
import type { ChainDish } from "#contract/staff/menu-admin/dish.schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import type { DishFields } from "./dishFields.ts";
import type { MenuDialog } from "./MenuDialogs.tsx";
import type { MenuStore } from "./MenuStore.ts";
import { dishFieldLabels, menuMessages as messages } from "./menuMessages.ts";

/** Columns of the chain's dishes; `onOpen` opens a dialog. */
export function menuColumns(
  store: MenuStore,
  onOpen: (dialog: MenuDialog) => void,
): TableColumnsType<ChainDish> {
  const { columns } = messages;
  return [
    {
      title: columns.dish,
      render: (_, dish) => (
        <Flex align="center" gap="small">
          <DishImage src={dish.image} alt="" size={40} />
          <div>
            {dish.name}
            <br />
            <Typography.Text type="secondary">{dish.description}</Typography.Text>
          </div>
        </Flex>
      ),
    },
    { title: columns.category, render: (_, { category_id }) => store.categoryName(category_id) },
    { title: columns.price, align: "right", render: (_, dish) => formatPrices(dish) },
    { title: columns.state, render: (_, dish) => <DishState dish={dish} /> },
    {
      title: columns.acts,
      render: (_, dish) => <RowActions dish={dish} onOpen={onOpen} />,
    },
  ];
}

function formatPrices({ variants }: ChainDish): string {
  const prices = variants.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const range = low === high ? formatYuan(low) : `${formatYuan(low)}–${formatYuan(high)}`;
  return variants.length === 1 ? range : `${range}，${messages.variants(variants.length)}`;
}

function DishState({ dish }: { dish: ChainDish }) {
  const { on_sale, state, changes, publish_at } = dish;
  const labels = changes.map((name) => dishFieldLabels[name as keyof DishFields]);
  return (
    <>
      <SaleTag isOnSale={on_sale} isPublished={state !== "new"} />
      {state !== "live" && (
        <Typography.Text type="warning">
          {state === "new" ? messages.isNew : messages.changed(labels.join("、"))}
          {publish_at !== null && `，${messages.scheduled(formatTimestamp(publish_at))}`}
        </Typography.Text>
      )}
    </>
  );
}

/** Customers see nothing of a dish that was never published. */
function SaleTag({ isOnSale, isPublished }: { isOnSale: boolean; isPublished: boolean }) {
  if (!isPublished) return <Tag color="warning">{messages.unpublished}</Tag>;
  return <Tag color={isOnSale ? "success" : "default"}>{isOnSale ? messages.onSale : messages.offSale}</Tag>;
}

function RowActions({ dish, onOpen }: { dish: ChainDish; onOpen: (dialog: MenuDialog) => void }) {
  const { name, state } = dish;
  return (
    <>
      <RowButton
        text={messages.edit}
        name={messages.editOf(name)}
        onPress={() => onOpen({ kind: "dish", dish })}
      />
      {state !== "new" && (
        <RowButton
          text={messages.offers}
          name={messages.offersOf(name)}
          onPress={() => onOpen({ kind: "offers", dish })}
        />
      )}
      {state !== "new" && (
        <RowButton
          text={messages.prices}
          name={messages.pricesOf(name)}
          onPress={() => onOpen({ kind: "prices", dish })}
        />
      )}
    </>
  );
}
