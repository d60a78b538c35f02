import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { IssuedVoucher } from "#contract/head-office/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { clsx } from "#web/shared/ui/cx.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { IssueVouchersDialog } from "../features/office/VoucherDialog.tsx";
import { adminMessages } from "../messages.ts";
import { backOfficeMessages } from "../officeMessages.ts";
import { runWithToast } from "../parts/attempt.ts";
import { formatTimestamp } from "../parts/chinaMoment.ts";
import { copyText } from "../parts/copyText.ts";
import { PageHeader } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { usePaginatedList } from "../parts/usePaged.ts";
import { staffDirectoryStore } from "../stores/ColleagueStore.ts";
import { voucherStore } from "../stores/VoucherStore.ts";
import { RequireRole } from "./RolePage.tsx";

const messages = backOfficeMessages.vouchers;
const tagClasses = { issued: table.good, redeemed: undefined, expired: undefined, void: table.bad };

/** `/admin/vouchers`: the meals that partners sell, each with its link, and issuing more. */
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
