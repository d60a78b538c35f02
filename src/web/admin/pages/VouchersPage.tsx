import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { IssuedVoucher } from "#contract/head-office/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { cx } from "#web/shared/ui/cx.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { VoucherDialog } from "../features/office/VoucherDialog.tsx";
import { messages } from "../messages.ts";
import { officeMessages } from "../officeMessages.ts";
import { attempt } from "../parts/attempt.ts";
import { chinaMoment } from "../parts/chinaMoment.ts";
import { copyText } from "../parts/copyText.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { usePaged } from "../parts/usePaged.ts";
import { colleagueStore } from "../stores/ColleagueStore.ts";
import { voucherStore } from "../stores/VoucherStore.ts";
import { RolePage } from "./RolePage.tsx";

const words = officeMessages.vouchers;
const looks = { issued: table.good, redeemed: undefined, expired: undefined, void: table.bad };

/** `/admin/vouchers`: the meals that partners sell, each with its link, and issuing more. */
export function VouchersPage() {
  return (
    <RolePage roles={["admin"]} forbidden={officeMessages.forbidden}>
      <Vouchers />
    </RolePage>
  );
}

const Vouchers = observer(function Vouchers() {
  const { vouchers } = useAdminStore(voucherStore);
  const [isIssuing, setIsIssuing] = useState(false);
  const reload = usePaged(vouchers, words.failed);
  const { columns } = words;
  return (
    <>
      <PageHead title={messages.titles.vouchers} note={words.note}>
        <Button onPress={() => setIsIssuing(true)}>{words.open}</Button>
      </PageHead>
      <EndlessList
        list={vouchers}
        failed={words.failed}
        empty={<EmptyState text={words.empty} />}
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
      </EndlessList>
      {isIssuing && <VoucherDialog onClose={() => setIsIssuing(false)} />}
    </>
  );
});

const Row = observer(function Row({ voucher }: { voucher: IssuedVoucher }) {
  const store = useAdminStore(voucherStore);
  const colleagues = useAdminStore(colleagueStore);
  const end = async () => {
    if (await confirm({ title: words.endTitle, message: words.endText, confirmText: words.end }))
      await attempt(() => store.end(voucher), words.ended);
  };
  return (
    <tr>
      <td>
        {voucher.title}
        <br />
        <span className={cx(table.soft, table.code)}>{voucher.number}</span>
      </td>
      <td className={table.short}>{voucher.partner}</td>
      <td>
        <span className={cx(table.tag, looks[voucher.status])}>{words.states[voucher.status]}</span>
      </td>
      <td className={table.moment}>
        {chinaMoment(voucher.created_at)}
        <br />
        {colleagues.nameOf(voucher.issued_by)}
      </td>
      <td className={table.moment}>{chinaMoment(voucher.expires_at)}</td>
      <td className={table.acts}>
        {voucher.status === "issued" && (
          <>
            <RowButton
              text={words.copy}
              name={words.copyOf(voucher.number)}
              onPress={() => void copyText(voucher.link)}
            />
            <RowButton text={words.end} name={words.endOf(voucher.number)} onPress={() => void end()} />
          </>
        )}
      </td>
    </tr>
  );
});
