import { Alert, Descriptions, Flex, Skeleton, Timeline, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { formatYuan } from "#contract/money.ts";
import type { StaffInvoiceDetail } from "#contract/staff/invoice/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { copyText } from "../../ui/copyText.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ListStates.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { RowButton } from "../../ui/RowButton.tsx";
import { StaffName } from "../../ui/StaffName.tsx";
import { useReloadOnEvent } from "../../ui/useReloadOnEvent.ts";
import { InvoiceActions } from "./InvoiceActions.tsx";
import { InvoicePdfs } from "./InvoicePdfs.tsx";
import { invoicesStore } from "./InvoicesStore.ts";
import { InvoiceTag } from "./InvoiceTag.tsx";
import { invoicesMessages as messages } from "./invoicesMessages.ts";

/** An invoice with its order and all that happened to it; admins decide here. */
export const InvoiceDialog = observer(function InvoiceDialog(props: {
  invoiceId: string;
  onClose: () => void;
}) {
  const { invoiceId, onClose } = props;
  const store = useAdminStore(invoicesStore);
  const { staff } = useAdminStores();
  const load = useCallback(
    async () => await logErrors("loading an invoice failed", store.open(invoiceId)),
    [store, invoiceId],
  );
  useEffect(() => void load(), [load]);
  useReloadOnEvent("invoice", load);
  const { value, status, error } = store.detail;
  return (
    <Dialog title={messages.dialog} onClose={onClose} width={760}>
      {value !== undefined && value.invoice_id === invoiceId ? (
        <Flex vertical gap="middle">
          <Notices invoice={value} />
          <Facts invoice={value} />
          <InvoicePdfs invoice={value} />
          {staff.me?.role === "admin" && <InvoiceActions key={value.status} invoice={value} />}
          <History invoice={value} />
        </Flex>
      ) : status === "failed" ? (
        <ErrorState text={toErrorMessage(error, messages.detailFailed)} onRetry={() => void load()} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </Dialog>
  );
});

function Notices({ invoice }: { invoice: StaffInvoiceDetail }) {
  const isRefunding = ["requested", "refunding", "failed"].includes(invoice.order.refund_status);
  if (invoice.needs_reversal) return <Alert type="error" showIcon title={messages.reversal} />;
  if (invoice.status === "requested" && isRefunding)
    return <Alert type="warning" showIcon title={messages.refunding} />;
  return null;
}

function Facts({ invoice }: { invoice: StaffInvoiceDetail }) {
  const { facts } = messages;
  const { order, reason, tax_number, email, invoice_number } = invoice;
  const money = [order.total, order.points, order.paid, order.refunded].map(formatYuan);
  const [total = "", points = "", paid = "", refunded = ""] = money;
  const rows = [
    [facts.state, <InvoiceTag key="state" invoice={invoice} />],
    ...(reason === null ? [] : [[facts.reason, reason]]),
    [facts.type, messages.types[invoice.title_type]],
    [facts.title, <Copied key="title" what={facts.title} text={invoice.title} />],
    ...(tax_number === null
      ? []
      : [[facts.taxNumber, <Copied key="number" what={facts.taxNumber} text={tax_number} />]]),
    ...(email === null ? [] : [[facts.email, <Copied key="email" what={facts.email} text={email} />]]),
    [facts.amount, formatYuan(invoice.amount)],
    ...(invoice_number === null ? [] : [[facts.number, invoice_number]]),
    [facts.order, <Copied key="order" what={facts.order} text={invoice.order_no} />],
    [facts.restaurant, invoice.restaurant_name],
    [facts.customer, `${invoice.name} ${invoice.phone}`],
    [
      facts.money,
      `${messages.money(total, points, paid, refunded)}${order.payment_method === "card" ? `（${messages.byCard}）` : ""}`,
    ],
  ] as const;
  return (
    <Descriptions
      size="small"
      column={1}
      bordered
      items={rows.map(([label, children]) => ({ key: String(label), label, children }))}
    />
  );
}

function Copied({ what, text }: { what: string; text: string }) {
  return (
    <Flex gap="small" align="center" wrap>
      <Typography.Text style={{ overflowWrap: "anywhere" }}>{text}</Typography.Text>
      <RowButton text={messages.copy} name={messages.copyOf(what)} onPress={() => void copyText(text)} />
    </Flex>
  );
}

function History({ invoice }: { invoice: StaffInvoiceDetail }) {
  return (
    <section aria-label={messages.history}>
      <Typography.Title level={3} style={{ fontSize: 14 }}>
        {messages.history}
      </Typography.Title>
      <Timeline
        items={invoice.history.map(({ to, actor, actor_id, note, at }, index) => ({
          key: `${at} ${to}`,
          content: (
            <>
              {invoice.history[index - 1]?.to === to ? messages.changed : messages.steps[to]}{" "}
              <Typography.Text type="secondary">
                {formatTimestamp(at)}{" "}
                {actor === "staff" ? <StaffName id={actor_id ?? ""} /> : messages.actors[actor]}
              </Typography.Text>
              {note !== null && <div>{note}</div>}
            </>
          ),
        }))}
      />
    </section>
  );
}
