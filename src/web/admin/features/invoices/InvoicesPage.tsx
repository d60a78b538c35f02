import { Button, Flex, Input, type TableColumnsType, Tag, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { StaffInvoice } from "#contract/staff/invoice/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
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
    <RequireRole roles={["agent", "admin"]} forbidden={backOfficeMessages.forbiddenToStores}>
      <Invoices />
    </RequireRole>
  );
}

const Invoices = observer(function Invoices() {
  const store = useAdminStore(invoicesStore);
  const { staff } = useAdminStores();
  const [filter, setFilter, key] = useQueryFilter(store, noFilter);
  const reload = usePaginatedList(store.invoices, messages.failed, key);
  useReloadOnEvent("invoice", reload);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      <PageHeader title={adminMessages.titles.invoices} note={messages.note}>
        {store.total !== null && (
          <Typography.Text type="secondary">{messages.total(store.total)}</Typography.Text>
        )}
        {staff.me?.role === "admin" &&
          (["csv", "xlsx"] as const).map((format) => (
            <ExportButton
              key={format}
              text={format === "csv" ? messages.exportCsv : messages.exportXlsx}
              fileName={`invoices.${format}`}
              fetch={() => store.fetchList(format)}
            />
          ))}
      </PageHeader>
      <Filters filter={filter} onChange={setFilter} />
      <DataTable
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
  const [keyword, setKeyword] = useState(filter.keyword);
  useEffect(() => setKeyword(filter.keyword), [filter.keyword]);
  const change = (text: string) => {
    setKeyword(text);
    if (text === "") onChange({ keyword: "" });
  };
  return (
    <Flex gap="small" align="center" wrap style={{ marginBottom: 12 }}>
      <RadioGroup
        label={messages.state}
        options={messages.filters}
        value={messages.filters.some(({ value }) => value === filter.state) ? filter.state : ""}
        onChange={(state) => onChange({ state })}
      />
      {(["from", "until"] as const).map((name) => (
        <Input
          key={name}
          type="date"
          aria-label={messages[name]}
          title={messages[name]}
          style={{ width: 150 }}
          value={filter[name]}
          onChange={({ target: { value } }) => onChange({ [name]: value })}
        />
      ))}
      <SearchInput
        label={messages.keyword}
        value={keyword}
        onChange={change}
        onSubmit={() => onChange({ keyword: keyword.trim() })}
      />
      {filter.restaurant !== "" && <Tag>{messages.restaurant(filter.restaurant)}</Tag>}
      {Object.values(filter).some((value) => value !== "") && (
        <Button type="link" onClick={() => onChange(noFilter)}>
          {messages.clear}
        </Button>
      )}
    </Flex>
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
