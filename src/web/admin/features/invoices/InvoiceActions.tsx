import { Button, Flex, Upload } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { invoiceFileBytesMax, invoiceNumberPattern, invoiceReasonMax } from "#contract/invoice/limits.ts";
import { formatYuan } from "#contract/money.ts";
import type { StaffInvoiceDetail } from "#contract/staff/invoice/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { confirm, toast } from "../../ui/notify.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { invoicesStore } from "./InvoicesStore.ts";
import { invoicesMessages as messages } from "./invoicesMessages.ts";

/** What an admin may do about an invoice in its state. */
export const InvoiceActions = observer(function InvoiceActions({ invoice }: { invoice: StaffInvoiceDetail }) {
  const { status, needs_reversal } = invoice;
  return (
    <Flex vertical gap="small">
      {(status === "requested" || (status === "issued" && !needs_reversal)) && (
        <IssueForm invoice={invoice} />
      )}
      <Flex gap="small">
        {status === "requested" && <DecisionButton what="reject" invoice={invoice} />}
        {status === "issued" && <DecisionButton what="void" invoice={invoice} />}
        {status === "voided" && <ReversalButton invoice={invoice} />}
      </Flex>
    </Flex>
  );
});

function IssueForm({ invoice }: { invoice: StaffInvoiceDetail }) {
  const store = useAdminStore(invoicesStore);
  const [number, setNumber] = useState(invoice.invoice_number ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const isFirst = invoice.status === "requested";
  const isNumber = number === "" || new RegExp(invoiceNumberPattern).test(number);
  const upload = async (file: File) => {
    if (!isPdf(file)) return;
    const question = {
      title: isFirst ? messages.issueTitle(formatYuan(invoice.amount)) : messages.replaceTitle,
      message: messages.issueText(file.name),
      confirmText: isFirst ? messages.issueConfirm : messages.replaceConfirm,
    };
    if (!(await confirm(question))) return;
    setIsBusy(true);
    await runWithToast(
      () => store.issue(invoice, file, number),
      isFirst ? messages.issued : messages.replaced,
    );
    setIsBusy(false);
  };
  return (
    <div>
      <TextField
        label={messages.number}
        value={number}
        // Numbers are pasted with blanks around and between their digits.
        onChange={(text) => setNumber(text.replace(/\s+/g, ""))}
        placeholder={messages.numberHint}
        inputMode="numeric"
        problem={isNumber ? undefined : messages.numberProblem}
      />
      <PdfUpload
        text={isFirst ? messages.issue : messages.replace}
        isMain={isFirst}
        isBusy={isBusy}
        isDisabled={!isNumber}
        onFile={(file) => void upload(file)}
      />
    </div>
  );
}

function ReversalButton({ invoice }: { invoice: StaffInvoiceDetail }) {
  const store = useAdminStore(invoicesStore);
  const [isBusy, setIsBusy] = useState(false);
  const upload = async (file: File) => {
    if (!isPdf(file)) return;
    const question = {
      title: messages.attachTitle,
      message: messages.attachText(file.name),
      confirmText: messages.attachConfirm,
    };
    if (!(await confirm(question))) return;
    setIsBusy(true);
    await runWithToast(() => store.attachReversal(invoice, file), messages.attached);
    setIsBusy(false);
  };
  return <PdfUpload text={messages.attach} isBusy={isBusy} onFile={(file) => void upload(file)} />;
}

/** Returns whether a file may be uploaded, else says why; the server looks at its bytes. */
function isPdf(file: File): boolean {
  const problem =
    !/\.pdf$/i.test(file.name) && file.type !== "application/pdf"
      ? messages.notPdf
      : file.size > invoiceFileBytesMax
        ? messages.tooLarge
        : null;
  if (problem !== null) void toast(problem);
  return problem === null;
}

interface PdfUploadProps {
  text: string;
  isMain?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  onFile: (file: File) => void;
}

function PdfUpload({ text, isMain = false, isBusy, isDisabled = false, onFile }: PdfUploadProps) {
  return (
    <Upload
      accept=".pdf,application/pdf"
      showUploadList={false}
      disabled={isDisabled || isBusy}
      customRequest={({ file }) => onFile(file as File)}
    >
      <Button type={isMain ? "primary" : "default"} loading={isBusy} disabled={isDisabled}>
        {text}
      </Button>
    </Upload>
  );
}

interface DecisionButtonProps {
  what: "reject" | "void";
  invoice: StaffInvoiceDetail;
}

const texts = {
  reject: {
    title: messages.rejectTitle,
    text: messages.rejectText,
    confirm: messages.reject,
    done: messages.rejected,
  },
  void: {
    title: messages.voidTitle,
    text: messages.voidText,
    confirm: messages.void,
    done: messages.voided,
  },
} as const;

function DecisionButton({ what, invoice }: DecisionButtonProps) {
  const store = useAdminStore(invoicesStore);
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKey] = useState(createIdempotencyKey);
  const { title, text, confirm: confirmText, done } = texts[what];
  const decide = async (reason: string) => {
    setIsBusy(true);
    const isDone = await runWithToast(() => store.decide(what, invoice, { reason, idempotencyKey }), done);
    setIsBusy(false);
    if (isDone) setIsOpen(false);
  };
  return (
    <>
      <Button danger onClick={() => setIsOpen(true)}>
        {confirmText}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={title}
          text={text}
          label={messages.reason}
          hint={messages.reasonHint}
          confirm={confirmText}
          maxLength={invoiceReasonMax}
          isBusy={isBusy}
          onConfirm={(reason) => void decide(reason)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
