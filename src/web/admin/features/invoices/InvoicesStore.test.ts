import { expect, test } from "vitest";
import { staffInvoiceEndpoints as endpoints } from "#contract/staff/invoice/endpoints.ts";
import type { StaffInvoice } from "#contract/staff/invoice/schema.ts";
import { InvoicesStore } from "./InvoicesStore.ts";

test("a decision that ends after another invoice was opened leaves that one shown", async () => {
  let decide = (_detail: object) => {};
  const decided = new Promise<object>((resolve) => {
    decide = resolve;
  });
  const call = async (endpoint: object, { query }: { query?: { invoice_id?: string } }) => {
    if (endpoint === endpoints.reject) return await decided;
    return endpoint === endpoints.detail
      ? { invoice_id: query?.invoice_id }
      : { list: [], total: 0, page: 1, pageSize: 20, has_more: false };
  };
  const store = new InvoicesStore({ call } as unknown as ConstructorParameters<typeof InvoicesStore>[0]);
  await store.open("first");
  const decision = store.decide("reject", { invoice_id: "first" } as StaffInvoice, {
    reason: "抬头不符",
    idempotencyKey: "key",
  });
  await store.open("second");
  decide({ invoice_id: "first" });
  await decision;
  expect(store.detail.value).toMatchObject({ invoice_id: "second" });
});
