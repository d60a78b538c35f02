import type { TableColumnsType } from "antd";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { ChainDish } from "#contract/staff/menu-admin/dish.schema.ts";
import { menuAdminEndpoints } from "#contract/staff/menu-admin/endpoints.ts";
import type { PriceChange } from "#contract/staff/menu-admin/schema.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStores } from "../../app/AdminStores.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.history;

const formatPrice = (fen: number | null, isChain: boolean) =>
  fen === null ? (isChain ? messages.none : messages.chainPrice) : formatYuan(fen);

const columns: TableColumnsType<PriceChange> = [
  { title: messages.columns.at, render: (_, { at }) => formatTimestamp(at) },
  { title: messages.columns.dish, dataIndex: "dish_name" },
  {
    title: messages.columns.restaurant,
    render: (_, { restaurant_name }) => restaurant_name ?? messages.chain,
  },
  {
    title: messages.columns.change,
    render: (_, { from, to, restaurant_name }) =>
      [from, to].map((fen) => formatPrice(fen, restaurant_name === null)).join(" → "),
  },
  { title: messages.columns.actor, dataIndex: "actor_name" },
];

/** Lists how the prices of a dish have changed, newest first. */
export function PriceHistoryDialog({ dish, onClose }: { dish: ChainDish; onClose: () => void }) {
  const { api } = useAdminStores();
  const [list] = useState(
    () =>
      new PagedList<PriceChange>({
        fetchPage: async (page, signal) => {
          const query = { spu_id: dish.spu_id, page, pageSize: 20 };
          return toPage(await api.call(menuAdminEndpoints.prices, { query, signal }));
        },
        getId: rowKey,
      }),
  );
  const reload = usePaginatedList(list, messages.failed);
  return (
    <Dialog title={messages.title(dish.name)} onClose={onClose} width={760}>
      <DataTable
        list={list}
        columns={columns}
        rowKey={rowKey}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
    </Dialog>
  );
}

function rowKey({ at, dish_id, restaurant_name }: PriceChange): string {
  return [at, dish_id, restaurant_name ?? ""].join(" ");
}
