import { observer } from "mobx-react-lite";
import { Cell, CellGroup } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import type { OrderInvoice } from "#contract/invoice/schema.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { useStore } from "../../../app/useStores.ts";
import { invoiceStore } from "../InvoiceStore.ts";
import { invoicePath } from "../invoicePath.ts";
import { invoiceMessages as messages } from "../messages.ts";
import { useOrderInvoice } from "../useOrderInvoice.ts";
import styles from "./InvoiceRow.module.css";

/** Way from a completed order to its invoice; nothing where none is offered. */
export const InvoiceRow = observer(function InvoiceRow({ orderId }: { orderId: string }) {
  const store = useStore(invoiceStore);
  useOrderInvoice(orderId);
  const offer = store.orderId === orderId ? store.offer.value : undefined;
  if (offer === undefined || (offer.invoice === null && offer.problem?.code === "not_offered")) return null;
  return (
    <CellGroup card className={styles.row ?? ""}>
      <AppLink to={invoicePath(orderId)}>
        <Cell
          center
          icon={<Icon name="orders" size={20} />}
          title={messages.title}
          rightIcon={<Icon name="chevron" size={16} />}
        >
          {stateText(offer)}
        </Cell>
      </AppLink>
    </CellGroup>
  );
});

function stateText({ invoice, problem }: OrderInvoice): string {
  if (invoice === null) return problem === null ? messages.row.ask : messages.row.none;
  if (invoice.needs_reversal) return messages.needsReversal;
  const isOver = invoice.status === "rejected" || invoice.status === "voided";
  return isOver && problem === null ? messages.row.again : messages.states[invoice.status];
}
