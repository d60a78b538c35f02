import type { AddressDraft } from "../features/address/AddressDraft.ts";
import type { InvoiceDraft } from "../features/invoice/InvoiceDraft.ts";
import { type CustomerScoped, defineStore } from "./RootStore.ts";

/** Draft values by form name; an address form is keyed by the address id or "new". */
export interface FormDrafts {
  [form: `address:${string}`]: AddressDraft;
  [form: `invoice:${string}`]: InvoiceDraft;
  nickname: string;
  inviteCode: string;
  /** Card number only: a PIN is never stored. */
  memberCard: string;
  phoneBinding: string;
}

/** Unsaved input of closed forms until it is saved, discarded, or the customer logs out. In memory only. */
export class FormDraftStore implements CustomerScoped {
  private readonly drafts = new Map<keyof FormDrafts, unknown>();

  find<Form extends keyof FormDrafts>(form: Form): FormDrafts[Form] | undefined {
    return this.drafts.get(form) as FormDrafts[Form] | undefined;
  }

  save<Form extends keyof FormDrafts>(form: Form, draft: FormDrafts[Form]): void {
    this.drafts.set(form, draft);
  }

  remove(form: keyof FormDrafts): void {
    this.drafts.delete(form);
  }

  resetCustomerData(): void {
    this.drafts.clear();
  }
}

export const formDraftStore = defineStore(() => new FormDraftStore());
