import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { invoiceEmailMax, invoiceTitleMax } from "#contract/invoice/limits.ts";
import type { OrderInvoice } from "#contract/invoice/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { appendReason } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { CardRow } from "#web/ui/Card/Card.tsx";
import { Checkbox } from "#web/ui/Checkbox/Checkbox.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { success } from "#web/ui/notify.ts";
import { RadioGroup } from "#web/ui/RadioGroup/RadioGroup.tsx";
import formStyles from "../../../app/components/Form.module.css";
import { RestoredDraftNotice } from "../../../app/components/RestoredDraftNotice.tsx";
import { useFormDraft } from "../../../app/useFormDraft.ts";
import { useStore } from "../../../app/useStores.ts";
import {
  applyTitle,
  createInvoiceDraft,
  type InvoiceDraft,
  type InvoiceDraftErrors,
  validateInvoiceDraft,
} from "../InvoiceDraft.ts";
import { invoiceStore } from "../InvoiceStore.ts";
import { invoiceMessages as messages } from "../messages.ts";
import styles from "./InvoiceForm.module.css";
import { SavedTitles } from "./SavedTitles.tsx";

interface InvoiceFormProps {
  orderId: string;
  offer: OrderInvoice;
  /** Called after the request and after a refusal: the order may have changed. */
  onDone: () => void;
}

/** Whom the invoice is made out to, and the request. */
export const InvoiceForm = observer(function InvoiceForm({ orderId, offer, onDone }: InvoiceFormProps) {
  const store = useStore(invoiceStore);
  const form = useFormDraft(`invoice:${orderId}`, createInvoiceDraft(offer.titles[0]));
  const [problems, setProblems] = useState<InvoiceDraftErrors>({});
  const [failure, setFailure] = useState("");
  const change = (draft: InvoiceDraft) => {
    form.change(draft);
    setProblems({});
  };
  const submit = async () => {
    const found = validateInvoiceDraft(form.value);
    setProblems(found);
    setFailure("");
    if (Object.keys(found).length > 0) return;
    try {
      await store.request(form.value);
      form.clear();
      success(messages.submitted);
    } catch (error) {
      logError("asking for an invoice failed", error);
      setFailure(appendReason(messages.submitFailed, error));
    }
    onDone();
  };
  return (
    <form
      className={clsx(formStyles.form, formStyles.onPage, styles.form)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {form.isRestored && <RestoredDraftNotice onDiscard={form.discard} />}
      {offer.titles.length > 0 && (
        <div className={formStyles.card}>
          <SavedTitles titles={offer.titles} onUse={(title) => change(applyTitle(form.value, title))} />
        </div>
      )}
      <InvoiceFields draft={form.value} problems={problems} onChange={change} />
      <div className={formStyles.card}>
        <CardRow label={messages.amount}>{formatYuan(offer.amount)}</CardRow>
        <p className={formStyles.hint}>{messages.amountHint}</p>
      </div>
      {failure !== "" && (
        <p className={formStyles.problem} role="alert">
          {failure}
        </p>
      )}
      <Button type="submit" size="large" isBusy={store.isSending}>
        {messages.submit}
      </Button>
    </form>
  );
});

interface InvoiceFieldsProps {
  draft: InvoiceDraft;
  problems: InvoiceDraftErrors;
  onChange: (draft: InvoiceDraft) => void;
}

function InvoiceFields({ draft, problems, onChange }: InvoiceFieldsProps) {
  const isCompany = draft.titleType === "company";
  return (
    <div className={formStyles.card}>
      <RadioGroup
        label={messages.type}
        direction="horizontal"
        value={draft.titleType}
        onChange={(titleType) => onChange({ ...draft, titleType })}
        options={[
          { value: "person", text: messages.types.person },
          { value: "company", text: messages.types.company },
        ]}
      />
      <Field
        isLong
        label={messages.titleField}
        value={draft.title}
        onChange={(title) => onChange({ ...draft, title })}
        problem={problems.title}
        placeholder={isCompany ? messages.companyHint : messages.personHint}
        autoComplete={isCompany ? "organization" : "name"}
        maxLength={invoiceTitleMax}
      />
      {isCompany && (
        <Field
          isLong
          label={messages.taxNumber}
          value={draft.taxNumber}
          onChange={(taxNumber) => onChange({ ...draft, taxNumber })}
          problem={problems.taxNumber}
          placeholder={messages.taxNumberHint}
          autoComplete="off"
          maxLength={24}
        />
      )}
      <Field
        isLong
        label={messages.email}
        value={draft.email}
        onChange={(email) => onChange({ ...draft, email })}
        problem={problems.email}
        placeholder={messages.emailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={invoiceEmailMax}
      />
      <p className={formStyles.hint}>{messages.emailNote}</p>
      <Checkbox checked={draft.isSaved} onChange={(isSaved) => onChange({ ...draft, isSaved })}>
        {messages.save}
      </Checkbox>
    </div>
  );
}
