import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { IssuedMemberCard, MemberCardCredentials as Secrets } from "#contract/card/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList } from "#web/shared/ui/EndlessList.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { IssueCardsDialog } from "../features/office/CardDialog.tsx";
import { CardSecretsDialog } from "../features/office/CardSecrets.tsx";
import { adminMessages } from "../messages.ts";
import { backOfficeMessages } from "../officeMessages.ts";
import { runWithToast } from "../parts/attempt.ts";
import { formatTimestamp } from "../parts/chinaMoment.ts";
import { PageHeader } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { usePaginatedList } from "../parts/usePaged.ts";
import { useDebouncedValue } from "../parts/useSettled.ts";
import { memberCardStore } from "../stores/CardStore.ts";
import { staffDirectoryStore } from "../stores/ColleagueStore.ts";
import { RequireRole } from "./RolePage.tsx";

const messages = backOfficeMessages.cards;

/** `/admin/cards`: the member cards that were issued, and issuing more. */
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

/** For whoever made a card whose PIN nobody has read. */
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
