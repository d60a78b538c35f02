import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { IssuedVoucher } from "#contract/staff/admin/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { confirm } from "#web/ui/notify.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffDirectoryStore } from "../../app/StaffDirectoryStore.ts";
import { copyText } from "../../ui/copyText.ts";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import table from "../../ui/Table.module.css";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { IssueVouchersDialog } from "./IssueVouchersDialog.tsx";
import { voucherStore } from "./VoucherStore.ts";

const messages = backOfficeMessages.vouchers;
const tagClasses = { issued: table.good, redeemed: undefined, expired: undefined, void: table.bad };

/** `/admin/vouchers`: meals sold by partners, each with its link, and issuing new ones. */
export function VouchersPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={backOfficeMessages.forbidden}>
      <Vouchers />
    </RequireRole>
  );
}

const Vouchers = observer(function Vouchers() {
  const { vouchers } = useAdminStore(voucherStore);
  const [isIssuing, setIsIssuing] = useState(false);
  const reload = usePaginatedList(vouchers, messages.failed);
  const { columns } = messages;
  return (
    <>
      <PageHeader title={adminMessages.titles.vouchers} note={messages.note}>
        <Button onPress={() => setIsIssuing(true)}>{messages.open}</Button>
      </PageHeader>
      <InfiniteList
        list={vouchers}
        errorText={messages.failed}
        empty={<EmptyState text={messages.empty} />}
        onReload={reload}
      >
        <div className={table.frame}>
          <table className={table.table}>
            <thead>
              <tr>
                {Object.values(columns).map((name) => (
                  <th key={name} scope="col" className={name === columns.acts ? table.acts : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {vouchers.items.map((voucher) => (
                <Row key={voucher.number} voucher={voucher} />
              ))}
            </tbody>
          </table>
        </div>
      </InfiniteList>
      {isIssuing && <IssueVouchersDialog onClose={() => setIsIssuing(false)} />}
    </>
  );
});

const Row = observer(function Row({ voucher }: { voucher: IssuedVoucher }) {
  const store = useAdminStore(voucherStore);
  const directory = useAdminStore(staffDirectoryStore);
  const voidVoucher = async () => {
    if (await confirm({ title: messages.endTitle, message: messages.endText, confirmText: messages.end }))
      await runWithToast(() => store.end(voucher), messages.ended);
  };
  return (
    <tr>
      <td>
        {voucher.title}
        <br />
        <span className={clsx(table.soft, table.code)}>{voucher.number}</span>
      </td>
      <td className={table.short}>{voucher.partner}</td>
      <td>
        <span className={clsx(table.tag, tagClasses[voucher.status])}>{messages.states[voucher.status]}</span>
      </td>
      <td className={table.moment}>
        {formatTimestamp(voucher.created_at)}
        <br />
        {directory.findName(voucher.issued_by)}
      </td>
      <td className={table.moment}>{formatTimestamp(voucher.expires_at)}</td>
      <td className={table.acts}>
        {voucher.status === "issued" && (
          <>
            <RowButton
              text={messages.copy}
              name={messages.copyOf(voucher.number)}
              onPress={() => void copyText(voucher.link)}
            />
            <RowButton
              text={messages.end}
              name={messages.endOf(voucher.number)}
              onPress={() => void voidVoucher()}
            />
          </>
        )}
      </td>
    </tr>
  );
});
