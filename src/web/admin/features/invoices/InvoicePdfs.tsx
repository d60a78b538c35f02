import { Button, Flex } from "antd";
import { useState } from "react";
import type { StaffInvoiceDetail } from "#contract/staff/invoice/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { runWithToast } from "../../ui/runWithToast.ts";
import { invoicesStore } from "./InvoicesStore.ts";
import { invoicesMessages as messages } from "./invoicesMessages.ts";

/** Time for the new tab to read the file before its address ends. */
const revokeAfterMs = 60_000;

/** Buttons that open the PDFs of an invoice in a new tab. */
export function InvoicePdfs({ invoice }: { invoice: StaffInvoiceDetail }) {
  const { file_id, reversal_file_id } = invoice;
  if (file_id === null && reversal_file_id === null) return null;
  return (
    <Flex gap="small">
      {file_id !== null && <PdfButton text={messages.pdf} fileId={file_id} />}
      {reversal_file_id !== null && <PdfButton text={messages.reversalPdf} fileId={reversal_file_id} />}
    </Flex>
  );
}

function PdfButton({ text, fileId }: { text: string; fileId: string }) {
  const store = useAdminStore(invoicesStore);
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    setIsBusy(true);
    await runWithToast(async () => {
      const url = URL.createObjectURL(await store.fetchPdf(fileId));
      const link = document.createElement("a");
      link.href = url;
      link.target = "_blank";
      link.rel = "noopener";
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
    });
    setIsBusy(false);
  };
  return (
    <Button loading={isBusy} onClick={() => void open()}>
      {text}
    </Button>
  );
}
