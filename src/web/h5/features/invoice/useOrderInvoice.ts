import { useCallback, useEffect } from "react";
import { isAbortError, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { eventStore } from "../../app/EventStore.ts";
import { useOnResume } from "../../app/useOnResume.ts";
import { useStore } from "../../app/useStores.ts";
import { invoiceStore } from "./InvoiceStore.ts";

/** Loads an order's invoice, again when it changes and when the page is shown again; returns the reload function. */
export function useOrderInvoice(orderId: string): () => void {
  const store = useStore(invoiceStore);
  const load = useCallback(() => {
    store.open(orderId).catch((error: unknown) => {
      if (!isAbortError(error) && !isUnsupportedEndpoint(error))
        logError("loading an order's invoice failed", error);
    });
  }, [store, orderId]);
  useEffect(load, [load]);
  useOnResume(load);
  useInvoiceEvents(load);
  return load;
}

/** Calls back when an invoice, or an order that one may be of, changed, or any may have. */
export function useInvoiceEvents(onChange: () => void): void {
  const events = useStore(eventStore);
  useEffect(
    () =>
      events.subscribe((event) => {
        if (event === null || event.name === "invoice" || event.name === "order") onChange();
      }),
    [events, onChange],
  );
}
