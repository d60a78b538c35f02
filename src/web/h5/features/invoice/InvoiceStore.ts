import { makeAutoObservable } from "mobx";
import { invoiceEndpoints } from "#contract/invoice/endpoints.ts";
import type { Invoice, OrderInvoice } from "#contract/invoice/schema.ts";
import { normalizeTaxNumber } from "#contract/invoice/tax-number.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { IdempotentRequest } from "#web/lib/idempotency/IdempotentRequest.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import type { InvoiceDraft } from "./InvoiceDraft.ts";

/** Links that open the PDFs of an invoice for some minutes. */
interface InvoiceLinks {
  url: string | null;
  reversal_url: string | null;
}

/** The invoice of one order, and the list of all invoices. */
export class InvoiceStore implements CustomerScoped {
  orderId = "";
  readonly offer = new Loadable<OrderInvoice>();
  readonly list: PagedList<Invoice>;
  isSending = false;
  /** By invoice. */
  private readonly links = new Map<string, Loadable<InvoiceLinks>>();
  /** A retry of the same request reuses its key, so that it counts once. */
  private readonly attempt = new IdempotentRequest();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.list = new PagedList<Invoice>({
      fetchPage: async (page, signal) =>
        toPage(await api.call(invoiceEndpoints.list, { query: { page }, signal })),
      getId: ({ invoice_id }) => invoice_id,
    });
    makeAutoObservable<this, "links" | "attempt" | "api">(
      this,
      { offer: false, links: false, linksOf: false, list: false, attempt: false, api: false },
      { autoBind: true },
    );
  }

  /** Whether the host knows invoices. */
  get isAvailable(): boolean {
    return !isUnsupportedEndpoint(this.offer.error);
  }

  /** Loads what is known about an order's invoices. Rethrows failures. */
  async open(orderId: string): Promise<void> {
    if (orderId !== this.orderId) {
      this.setOrder(orderId);
      this.offer.reset();
      this.links.clear();
    }
    const query = { order_id: orderId };
    const { invoice } = await this.offer.run((signal) =>
      this.api.call(invoiceEndpoints.ofOrder, { query, signal }),
    );
    if (invoice !== null && invoice.status !== "issued" && !invoice.has_reversal)
      this.links.delete(invoice.invoice_id);
  }

  /** Returns the links to the PDFs of an invoice. */
  linksOf(invoiceId: string): Loadable<InvoiceLinks> {
    const links = this.links.get(invoiceId) ?? new Loadable<InvoiceLinks>();
    this.links.set(invoiceId, links);
    return links;
  }

  /** Loads fresh links to the PDFs of an invoice. Rethrows failures. */
  async loadLinks(invoiceId: string): Promise<void> {
    const query = { invoice_id: invoiceId };
    await this.linksOf(invoiceId).run((signal) => this.api.call(invoiceEndpoints.link, { query, signal }));
  }

  /** Asks for the invoice of the open order, once for all retries. Rethrows failures. */
  async request(draft: InvoiceDraft): Promise<void> {
    const { orderId, offer } = this;
    if (this.isSending || offer.value === undefined) return;
    const { titleType, title, taxNumber, email, isSaved } = draft;
    const input = {
      order_id: orderId,
      title_type: titleType,
      title: title.trim(),
      ...(titleType === "company" && { tax_number: normalizeTaxNumber(taxNumber) }),
      ...(email.trim() !== "" && { email: email.trim() }),
      expected_amount: offer.value.amount,
      save_title: isSaved,
    };
    this.setSending(true);
    try {
      await this.attempt.send(input, (client_key) =>
        this.api.call(invoiceEndpoints.request, { body: { ...input, client_key } }),
      );
    } finally {
      this.setSending(false);
    }
  }

  /** Deletes a saved title. Rethrows failures. */
  async deleteTitle(titleId: string): Promise<void> {
    await this.api.call(invoiceEndpoints.deleteTitle, { body: { title_id: titleId } });
    const { value } = this.offer;
    if (value === undefined) return;
    const titles = value.titles.filter(({ title_id }) => title_id !== titleId);
    this.offer.set({ ...value, titles });
  }

  resetCustomerData(): void {
    this.setOrder("");
    this.attempt.clear();
    this.offer.reset();
    this.links.clear();
    this.list.reset();
  }

  private setOrder(orderId: string): void {
    this.orderId = orderId;
  }

  private setSending(isSending: boolean): void {
    this.isSending = isSending;
  }
}

export const invoiceStore = defineStore(({ api }) => new InvoiceStore(api));
