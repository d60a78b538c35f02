import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { Invoice } from "#contract/invoice/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { formatFullDateTime } from "#web/lib/time/formatTime.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList, useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import styles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import { OrderInvoiceView } from "./components/OrderInvoiceView.tsx";
import { invoiceStore } from "./InvoiceStore.ts";
import { invoicePath } from "./invoicePath.ts";
import { invoiceMessages as messages } from "./messages.ts";
import { useInvoiceEvents } from "./useOrderInvoice.ts";

/** `/invoices`: all invoices of the customer, or with `?order_id=` the one of an order. */
export function InvoicesPage() {
  const [search] = useSearchParams();
  const orderId = search.get("order_id");
  return orderId === null ? <InvoiceList /> : <OrderInvoiceView key={orderId} orderId={orderId} />;
}

const InvoiceList = observer(function InvoiceList() {
  const { list } = useStore(invoiceStore);
  const navigate = useNavigate();
  const reloadList = useListReload(list, messages.listFailed);
  const reload = useCallback(() => void reloadList(), [reloadList]);
  useEffect(reload, [reload]);
  useInvoiceEvents(reload);
  const toOrders = { text: messages.toOrders, onPress: () => navigate("/orders") };
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.invoices} back="/profile" />
      {isUnsupportedEndpoint(list.pages.error) ? (
        <EmptyState illustration="order" text={messages.notOffered} />
      ) : (
        <InfiniteList
          list={list}
          errorText={messages.listFailed}
          skeleton="line"
          empty={
            <EmptyState
              illustration="order"
              text={`${messages.none}。${messages.listNote}`}
              action={toOrders}
            />
          }
          onReload={reloadList}
        >
          <ul className={styles.list}>
            {list.items.map((invoice) => (
              <InvoiceListRow key={invoice.invoice_id} invoice={invoice} />
            ))}
          </ul>
        </InfiniteList>
      )}
    </main>
  );
});

const tones = { requested: "wait", issued: "plus", rejected: "minus", voided: "minus" } as const;

function InvoiceListRow({ invoice }: { invoice: Invoice }) {
  const { status, needs_reversal, amount, title, restaurant_name, reason, created_at, order_id } = invoice;
  return (
    <RecordRow
      title={title}
      notes={[
        restaurant_name,
        formatFullDateTime(created_at),
        reason === null ? "" : messages.reason(reason),
      ]}
      value={needs_reversal ? messages.needsReversal : messages.states[status]}
      tone={needs_reversal ? "minus" : tones[status]}
      valueNote={formatYuan(amount)}
      link={{ to: invoicePath(order_id), text: messages.see }}
    />
  );
}
