import { observer } from "mobx-react-lite";
import type { OrderInvoice } from "#contract/invoice/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import styles from "../../../app/components/ListPage.module.css";
import { navigationMessages } from "../../../app/navigationMessages.ts";
import { useStore } from "../../../app/useStores.ts";
import { invoiceStore } from "../InvoiceStore.ts";
import { invoiceMessages as messages } from "../messages.ts";
import { useOrderInvoice } from "../useOrderInvoice.ts";
import { InvoiceCard } from "./InvoiceCard.tsx";
import { InvoiceForm } from "./InvoiceForm.tsx";

/** The invoice of an order and those before it, and the form to ask for one. */
export const OrderInvoiceView = observer(function OrderInvoiceView({ orderId }: { orderId: string }) {
  const store = useStore(invoiceStore);
  const reload = useOrderInvoice(orderId);
  const { offer } = store;
  const value = store.orderId === orderId ? offer.value : undefined;
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.invoices} back={`/order/${encodeURIComponent(orderId)}`} />
      {value !== undefined ? (
        <Content orderId={orderId} offer={value} onReload={reload} />
      ) : !store.isAvailable ? (
        <EmptyState illustration="order" text={messages.notOffered} />
      ) : offer.status === "failed" ? (
        <ErrorState text={toErrorMessage(offer.error, messages.failed)} onRetry={reload} />
      ) : (
        <Skeleton rows={4} className={styles.skeleton} />
      )}
    </main>
  );
});

function Content({
  orderId,
  offer,
  onReload,
}: {
  orderId: string;
  offer: OrderInvoice;
  onReload: () => void;
}) {
  const { invoice, earlier, problem } = offer;
  return (
    <>
      {invoice !== null && <InvoiceCard invoice={invoice} canAskAgain={problem === null} />}
      {problem === null && (
        <>
          <h2 className={styles.section}>{invoice === null ? messages.apply : messages.again}</h2>
          <InvoiceForm orderId={orderId} offer={offer} onDone={onReload} />
        </>
      )}
      {problem !== null && invoice === null && <EmptyState illustration="order" text={problem.text} />}
      {problem !== null && invoice !== null && problem.code !== "exists" && (
        <p className={styles.intro}>{problem.text}</p>
      )}
      {earlier.length > 0 && <h2 className={styles.section}>{messages.earlier}</h2>}
      {earlier.map((one) => (
        <InvoiceCard key={one.invoice_id} invoice={one} />
      ))}
    </>
  );
}
