import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { invoiceLinkMinutes } from "#contract/invoice/limits.ts";
import type { Invoice } from "#contract/invoice/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatFullDateTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Tag } from "#web/ui/Tag/Tag.tsx";
import { useCopyToClipboard } from "../../../app/useCopyToClipboard.ts";
import { useStore } from "../../../app/useStores.ts";
import { invoiceStore } from "../InvoiceStore.ts";
import { invoiceMessages as messages } from "../messages.ts";
import styles from "./InvoiceCard.module.css";

const tones = { requested: "amber", issued: "leaf", rejected: "accent", voided: "accent" } as const;

/** Time after which open links are replaced: a minute before they expire. */
const refreshMs = (invoiceLinkMinutes - 1) * 60_000;

interface InvoiceCardProps {
  invoice: Invoice;
  /** Whether the customer can ask for another one in its place. */
  canAskAgain?: boolean;
}

/** An invoice: its state, what stands on it, and its PDFs. */
export function InvoiceCard({ invoice, canAskAgain = false }: InvoiceCardProps) {
  const { status, needs_reversal, reason } = invoice;
  const { notes } = messages;
  return (
    <Card title={messages.title} isWarning={needs_reversal}>
      <p className={styles.state}>
        <Tag tone={needs_reversal ? "accent" : tones[status]}>
          {needs_reversal ? messages.needsReversal : messages.states[status]}
        </Tag>
      </p>
      <p className={styles.note}>
        {needs_reversal ? notes.reversal : status === "rejected" && canAskAgain ? notes.again : notes[status]}
      </p>
      {reason !== null && <p className={styles.reason}>{messages.reason(reason)}</p>}
      {listFacts(invoice).map(([label, value]) => (
        <CardRow key={label} label={label}>
          <span className={styles.value}>{value}</span>
        </CardRow>
      ))}
      {(status === "issued" || invoice.has_reversal) && <InvoiceLinks invoice={invoice} />}
    </Card>
  );
}

function listFacts(invoice: Invoice): (readonly [label: string, value: string])[] {
  const { facts } = messages;
  const rows = [
    [messages.amount, formatYuan(invoice.amount)],
    [facts.title, invoice.title],
    [facts.taxNumber, invoice.tax_number ?? ""],
    [facts.email, invoice.email ?? ""],
    [facts.number, invoice.invoice_number ?? ""],
    [facts.restaurant, invoice.restaurant_name],
    [facts.orderNo, invoice.order_no],
    [facts.at, formatFullDateTime(invoice.created_at)],
  ] as const;
  return rows.filter(([, value]) => value !== "");
}

/** Buttons that open the PDFs; links are fetched before, because a page may only copy and open within a tap. */
const InvoiceLinks = observer(function InvoiceLinks({ invoice }: { invoice: Invoice }) {
  const store = useStore(invoiceStore);
  const copy = useCopyToClipboard(messages);
  const { status, value, error } = store.linksOf(invoice.invoice_id);
  const load = () => {
    store.loadLinks(invoice.invoice_id).catch((failure: unknown) => {
      if (!isAbortError(failure)) logError("loading the links of an invoice failed", failure);
    });
  };
  // A new object of the invoice means that the page was refreshed: links are fresh too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: links belong to what was loaded last
  useEffect(() => {
    load();
    const timer = setInterval(load, refreshMs);
    return () => clearInterval(timer);
  }, [invoice]);
  if (value === undefined && status === "failed")
    return <ErrorState text={toErrorMessage(error, messages.linkFailed)} onRetry={load} />;
  const url = value?.url ?? value?.reversal_url ?? null;
  const isReversal = value !== undefined && value.url === null;
  return (
    <>
      <div className={styles.actions}>
        <Button
          disabled={url === null}
          onPress={() => {
            if (url !== null) window.location.assign(url);
          }}
        >
          {isReversal ? messages.openReversal : messages.open}
        </Button>
        <Button variant="plain" disabled={url === null} onPress={() => void copy(url ?? "")}>
          {messages.copyLink}
        </Button>
      </div>
      <p className={styles.hint}>{messages.linkNote}</p>
    </>
  );
});
