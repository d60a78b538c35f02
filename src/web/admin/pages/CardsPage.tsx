import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { IssuedCard, CardSecrets as Secrets } from "#contract/card/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { CardDialog } from "../features/office/CardDialog.tsx";
import { CardSecrets } from "../features/office/CardSecrets.tsx";
import { messages } from "../messages.ts";
import { officeMessages } from "../officeMessages.ts";
import { attempt } from "../parts/attempt.ts";
import { chinaMoment } from "../parts/chinaMoment.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { usePaged } from "../parts/usePaged.ts";
import { useSettled } from "../parts/useSettled.ts";
import { cardStore } from "../stores/CardStore.ts";
import { colleagueStore } from "../stores/ColleagueStore.ts";
import { RolePage } from "./RolePage.tsx";

const words = officeMessages.cards;

/** `/admin/cards`: the member cards that were issued, and issuing more. */
export function CardsPage() {
  return (
    <RolePage roles={["admin"]} forbidden={officeMessages.forbidden}>
      <Cards />
    </RolePage>
  );
}

const Cards = observer(function Cards() {
  const store = useAdminStore(cardStore);
  const [isIssuing, setIsIssuing] = useState(false);
  const [issued, setIssued] = useState<Secrets | null>(null);
  const reload = usePaged(store.cards, words.failed, useSettled(store.keyword.trim()));
  const take = (cards: Secrets) => {
    setIsIssuing(false);
    setIssued(cards);
    void reload();
  };
  const tellAgain = async (issueId: string) => {
    if (!(await confirm({ title: words.tellAgainTitle, message: words.tellAgainText }))) return;
    await attempt(async () => take(await store.tellPins(issueId)));
  };
  const leaveSeen = async (secrets: Secrets) => {
    if (!(await attempt(() => store.pinsRead(secrets)))) return;
    setIssued(null);
    void reload();
  };
  return (
    <>
      <PageHead title={messages.titles.cards}>
        <SearchBox label={words.search} value={store.keyword} onChange={store.setKeyword} maxLength={32} />
        <Button onPress={() => setIsIssuing(true)}>{words.open}</Button>
      </PageHead>
      <EndlessList
        list={store.cards}
        failed={words.failed}
        empty={<EmptyState text={words.empty} />}
        onReload={reload}
      >
        <CardTable cards={store.cards.items} onTellAgain={(issueId) => void tellAgain(issueId)} />
      </EndlessList>
      {isIssuing && <CardDialog onIssued={take} onClose={() => setIsIssuing(false)} />}
      {issued !== null && (
        <CardSecrets
          secrets={issued}
          onSeen={() => void leaveSeen(issued)}
          onTellAgain={() => void tellAgain(issued.issue_id ?? "")}
          onClose={() => setIssued(null)}
        />
      )}
    </>
  );
});

interface CardTableProps {
  cards: readonly IssuedCard[];
  onTellAgain: (issueId: string) => void;
}

const CardTable = observer(function CardTable({ cards, onTellAgain }: CardTableProps) {
  const colleagues = useAdminStore(colleagueStore);
  const { columns } = words;
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
              <td className={table.code}>{words.tail(card.number)}</td>
              <td className={table.number}>{formatYuan(card.balance)}</td>
              <td>{card.holder ?? <span className={table.soft}>{words.unbound}</span>}</td>
              <td className={table.moment}>
                {chinaMoment(card.created_at)} · {colleagues.nameOf(card.issued_by)}
              </td>
              <td>{card.unread_issue !== null && <TellAgain card={card} onPress={onTellAgain} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

/** For whoever made a card whose PIN nobody has read. */
function TellAgain({ card, onPress }: { card: IssuedCard; onPress: (issueId: string) => void }) {
  const issueId = card.unread_issue ?? "";
  return (
    <RowButton
      text={words.tellAgain}
      name={words.tellAgainOf(card.number)}
      onPress={() => onPress(issueId)}
    />
  );
}
