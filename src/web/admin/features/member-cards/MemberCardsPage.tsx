import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { IssuedMemberCard, MemberCardCredentials as Secrets } from "#contract/card/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { confirm } from "#web/ui/notify.ts";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffDirectoryStore } from "../../app/StaffDirectoryStore.ts";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import table from "../../ui/Table.module.css";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { CardSecretsDialog } from "./CardSecretsDialog.tsx";
import { IssueCardsDialog } from "./IssueCardsDialog.tsx";
import { memberCardStore } from "./MemberCardStore.ts";

const messages = backOfficeMessages.cards;

/** `/admin/cards`: issued member cards, and issuing new ones. */
export function MemberCardsPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={backOfficeMessages.forbidden}>
      <Cards />
    </RequireRole>
  );
}

const Cards = observer(function Cards() {
  const store = useAdminStore(memberCardStore);
  const [isIssuing, setIsIssuing] = useState(false);
  const [issued, setIssued] = useState<Secrets | null>(null);
  const reload = usePaginatedList(store.cards, messages.failed, useDebouncedValue(store.keyword.trim()));
  const showIssued = (cards: Secrets) => {
    setIsIssuing(false);
    setIssued(cards);
    void reload();
  };
  const reissuePins = async (issueId: string) => {
    if (!(await confirm({ title: messages.tellAgainTitle, message: messages.tellAgainText }))) return;
    await runWithToast(async () => showIssued(await store.reissuePins(issueId)));
  };
  const confirmRead = async (secrets: Secrets) => {
    if (!(await runWithToast(() => store.confirmPinsRead(secrets)))) return;
    setIssued(null);
    void reload();
  };
  return (
    <>
      <PageHeader title={adminMessages.titles.cards}>
        <SearchBox label={messages.search} value={store.keyword} onChange={store.setKeyword} maxLength={32} />
        <Button onPress={() => setIsIssuing(true)}>{messages.open}</Button>
      </PageHeader>
      <InfiniteList
        list={store.cards}
        errorText={messages.failed}
        empty={<EmptyState text={messages.empty} />}
        onReload={reload}
      >
        <CardTable cards={store.cards.items} onReissue={(issueId) => void reissuePins(issueId)} />
      </InfiniteList>
      {isIssuing && <IssueCardsDialog onIssued={showIssued} onClose={() => setIsIssuing(false)} />}
      {issued !== null && (
        <CardSecretsDialog
          secrets={issued}
          onRead={() => void confirmRead(issued)}
          onReissue={() => void reissuePins(issued.issue_id ?? "")}
          onClose={() => setIssued(null)}
        />
      )}
    </>
  );
});

interface CardTableProps {
  cards: readonly IssuedMemberCard[];
  onReissue: (issueId: string) => void;
}

const CardTable = observer(function CardTable({ cards, onReissue }: CardTableProps) {
  const directory = useAdminStore(staffDirectoryStore);
  const { columns } = messages;
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{columns.number}</th>
            <th scope="col" className={table.number}>
              {columns.balance}
            </th>
            <th scope="col">{columns.holder}</th>
            <th scope="col">{columns.issued}</th>
            <th scope="col">{columns.pins}</th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr key={card.card_id}>
              <td className={table.code}>{messages.tail(card.number)}</td>
              <td className={table.number}>{formatYuan(card.balance)}</td>
              <td>{card.holder ?? <span className={table.soft}>{messages.unbound}</span>}</td>
              <td className={table.moment}>
                {formatTimestamp(card.created_at)} · {directory.findName(card.issued_by)}
              </td>
              <td>{card.unread_issue !== null && <ReissueButton card={card} onPress={onReissue} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

/** Button for the member of staff who issued a card whose PIN was not read. */
function ReissueButton({ card, onPress }: { card: IssuedMemberCard; onPress: (issueId: string) => void }) {
  const issueId = card.unread_issue ?? "";
  return (
    <RowButton
      text={messages.tellAgain}
      name={messages.tellAgainOf(card.number)}
      onPress={() => onPress(issueId)}
    />
  );
}
