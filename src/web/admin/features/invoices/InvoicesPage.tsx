import { Button, type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { StaffInvoice } from "#contract/staff/invoice/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RestaurantFilter } from "../../ui/RestaurantFilter.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { useReloadOnEvent } from "../../ui/useReloadOnEvent.ts";
import { InvoiceDialog } from "./InvoiceDialog.tsx";
import { type InvoiceFilter, invoicesStore, noFilter } from "./InvoicesStore.ts";
import { InvoiceTag } from "./InvoiceTag.tsx";
import { invoicesMessages as messages } from "./invoicesMessages.ts";

/** `/admin/invoices`: invoices that customers asked for; admins decide about them. */
export function InvoicesPage() {
  return (
    <RequireRole roles={["agent", "admin"]} forbidden={staffPageMessages.forbiddenToStores}>
      <Invoices />
    </RequireRole>
  );
}

const Invoices = observer(function Invoices() {
  const store = useAdminStore(invoicesStore);
  const { staff } = useAdminStores();
  const [filter, setFilter, key] = useQueryFilter(store, noFilter);
  const reload = usePaginatedList(store.invoices, messages.failed, useDebouncedValue(key));
  useReloadOnEvent("invoice", reload);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      <PageHeader title={adminMessages.titles.invoices} note={messages.note}>
        {store.total !== null && (
          <Typography.Text type="secondary">{messages.total(store.total)}</Typography.Text>
        )}
      </PageHeader>
      <DataTable
        name="invoices"
        filters={<Filters filter={filter} onChange={setFilter} />}
        files={staff.me?.role === "admin" && <ListFileButtons list="invoices" query={store.query} />}
        list={store.invoices}
        columns={columnsOf({ onOpen: setOpenId, onFilter: setFilter })}
        rowKey={({ invoice_id }) => invoice_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
      {openId !== null && <InvoiceDialog invoiceId={openId} onClose={() => setOpenId(null)} />}
    </>
  );
});

interface FiltersProps {
  filter: InvoiceFilter;
  onChange: (change: Partial<InvoiceFilter>) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <ListFilters filter={filter} empty={noFilter} onChange={onChange}>
      <SelectFilter
        label={messages.state}
        value={messages.filters.find(([state]) => state === filter.state)?.[0] ?? ""}
        any={messages.anyState}
        options={messages.filters}
        onChange={(state) => onChange({ state })}
        width={120}
      />
      <RestaurantFilter value={filter.restaurant} onChange={(restaurant) => onChange({ restaurant })} />
      <SearchInput
        label={messages.keyword}
        value={filter.keyword}
        onChange={(keyword) => onChange({ keyword })}
      />
      <DayFilter filter={filter} onChange={onChange} />
    </ListFilters>
  );
}

interface ColumnActions {
  onOpen: (invoiceId: string) => void;
  onFilter: (change: Partial<InvoiceFilter>) => void;
}

function columnsOf({ onOpen, onFilter }: ColumnActions): TableColumnsType<StaffInvoice> {
  const { columns } = messages;
  return [
    { title: columns.at, render: (_, { created_at }) => formatTimestamp(created_at) },
    { title: columns.state, render: (_, invoice) => <InvoiceTag invoice={invoice} /> },
    {
      title: columns.title,
      render: (_, { title, tax_number }) => (
        <>
          <div style={{ maxWidth: 280, whiteSpace: "normal", overflowWrap: "anywhere" }}>{title}</div>
          <Typography.Text type="secondary">{tax_number}</Typography.Text>
        </>
      ),
    },
    { title: columns.amount, align: "right", render: (_, { amount }) => formatYuan(amount) },
    {
      title: columns.restaurant,
      render: (_, { restaurant_id, restaurant_name }) => (
        <Button
          type="link"
          size="small"
          title={messages.onlyRestaurant(restaurant_name)}
          onClick={() => onFilter({ restaurant: restaurant_id })}
        >
          {restaurant_name}
        </Button>
      ),
    },
    { title: columns.order, dataIndex: "order_no" },
    {
      title: columns.customer,
      render: (_, { name, phone }) => (
        <>
          {name} <Typography.Text type="secondary">{phone}</Typography.Text>
        </>
      ),
    },
    {
      title: columns.acts,
      render: (_, { invoice_id, title }) => (
        <RowButton text={messages.open} name={messages.openOf(title)} onPress={() => onOpen(invoice_id)} />
      ),
    },
  ];
}
