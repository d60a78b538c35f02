import { makeAutoObservable } from "mobx";
import { staffInvoiceEndpoints as endpoints, invoiceFilePath } from "#contract/staff/invoice/endpoints.ts";
import { type InvoiceState, invoiceStates } from "#contract/staff/invoice/limits.ts";
import type { StaffInvoice, StaffInvoiceDetail } from "#contract/staff/invoice/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import { uploadFile } from "#web/lib/api/uploadFile.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

/** Filters of the list as they stand in the address; an empty string does not filter. */
export interface InvoiceFilter {
  state: string;
  from: string;
  until: string;
  restaurant: string;
  keyword: string;
}

export const noFilter: InvoiceFilter = { state: "", from: "", until: "", restaurant: "", keyword: "" };

type Api = Pick<ApiClient, "call" | "withToken" | "send">;

/** Invoices of customers, and the one that is open. */
export class InvoicesStore {
  filter = noFilter;
  /** Number of invoices that the filter finds; null before the first response. */
  total: number | null = null;
  readonly invoices: PagedList<StaffInvoice>;
  readonly detail = new Loadable<StaffInvoiceDetail>();
  /** The invoice that was opened last; what comes late about another one is not shown. */
  private openId = "";
  private readonly api: Api;

  constructor(api: Api) {
    this.api = api;
    this.invoices = new PagedList<StaffInvoice>({
      fetchPage: async (page, signal) => {
        const answer = await api.call(endpoints.list, {
          query: { ...this.query, page, pageSize: 20 },
          signal,
        });
        this.setTotal(answer.total);
        return toPage(answer);
      },
      getId: ({ invoice_id }) => invoice_id,
    });
    makeAutoObservable<this, "api" | "openId">(
      this,
      { invoices: false, detail: false, api: false, openId: false },
      { autoBind: true },
    );
  }

  setFilter(filter: InvoiceFilter): void {
    this.filter = filter;
  }

  /** The filter as the endpoint takes it, without what does not filter. */
  get query() {
    const { state, from, until, restaurant, keyword } = this.filter;
    const known: InvoiceState | undefined = invoiceStates.find((name) => name === state);
    return {
      ...(known !== undefined && { state: known }),
      ...(from !== "" && { from }),
      ...(until !== "" && { until }),
      ...(restaurant !== "" && { restaurant_id: restaurant }),
      ...(keyword.trim() !== "" && { keyword: keyword.trim() }),
    };
  }

  /** Loads an invoice. Rethrows failures. */
  async open(invoiceId: string): Promise<void> {
    this.openId = invoiceId;
    if (this.detail.value?.invoice_id !== invoiceId) this.detail.reset();
    const query = { invoice_id: invoiceId };
    await this.detail.run((signal) => this.api.call(endpoints.detail, { query, signal }));
  }

  /** Issues an invoice with its PDF, or replaces the PDF. Rethrows failures. */
  async issue({ invoice_id, amount }: StaffInvoice, file: Blob, invoiceNumber: string): Promise<void> {
    const fields = { invoice_id, amount: String(amount), invoice_number: invoiceNumber };
    await this.upload(endpoints.issue, file, fields);
  }

  /** Uploads the PDF of a reversal. Rethrows failures. */
  async attachReversal({ invoice_id }: StaffInvoice, file: Blob): Promise<void> {
    await this.upload(endpoints.attachReversal, file, { invoice_id });
  }

  /** Rejects or voids an invoice; the key is the same for every retry of one intent. Rethrows failures. */
  async decide(
    what: "reject" | "void",
    { invoice_id }: StaffInvoice,
    decision: { reason: string; idempotencyKey: string },
  ): Promise<void> {
    const body = { invoice_id, reason: decision.reason, client_key: decision.idempotencyKey };
    this.show(await this.api.call(endpoints[what], { body }));
    await this.reload();
  }

  /** Fetches a PDF by its id. Rethrows failures. */
  async fetchPdf(fileId: string): Promise<Blob> {
    const { signal } = new AbortController();
    return await fetchFile(this.api, { principal: "staff", url: `${invoiceFilePath}/${fileId}`, signal });
  }

  private async upload(
    endpoint: (typeof endpoints)["issue"],
    file: Blob,
    fields: Record<string, string>,
  ): Promise<void> {
    const { signal } = new AbortController();
    const detail = await uploadFile(this.api, endpoint, file, { fields, signal, onProgress: () => {} });
    this.show(detail as StaffInvoiceDetail);
    await this.reload();
  }

  private show(detail: StaffInvoiceDetail): void {
    if (detail.invoice_id === this.openId) this.detail.set(detail);
  }

  private async reload(): Promise<void> {
    await logErrors("loading invoices failed", this.invoices.reload());
  }

  private setTotal(total: number): void {
    this.total = total;
  }
}

export const invoicesStore = defineAdminStore(({ api }) => new InvoicesStore(api));
