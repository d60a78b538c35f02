import { Button, type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { IssuedMemberCard, MemberCardCredentials as Secrets } from "#contract/card/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { StaffName } from "../../ui/StaffName.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { CardSecretsDialog } from "./CardSecretsDialog.tsx";
import { IssueCardsDialog } from "./IssueCardsDialog.tsx";
import { memberCardStore, noCardFilter } from "./MemberCardStore.ts";

const messages = staffPageMessages.cards;
const holders = [
  ["bound", messages.bound],
  ["unbound", messages.unbound],
] as const;

/** `/admin/cards`: issued member cards, and issuing new ones. */
export function MemberCardsPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <Cards />
    </RequireRole>
  );
}

const Cards = observer(function Cards() {
  const store = useAdminStore(memberCardStore);
  const [isIssuing, setIsIssuing] = useState(false);
  const [issued, setIssued] = useState<Secrets | null>(null);
  const [filter, setFilter, key] = useQueryFilter(store, noCardFilter);
  const reload = usePaginatedList(store.cards, messages.failed, useDebouncedValue(key));
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
        <Button type="primary" onClick={() => setIsIssuing(true)}>
          {messages.open}
        </Button>
      </PageHeader>
      <DataTable
        name="cards"
        filters={
          <ListFilters filter={filter} empty={noCardFilter} onChange={setFilter}>
            <SearchInput
              label={messages.search}
              value={filter.keyword}
              onChange={(keyword) => setFilter({ keyword })}
              maxLength={32}
            />
            <SelectFilter
              label={messages.holder}
              value={filter.holder}
              any={messages.anyHolder}
              options={holders}
              onChange={(holder) => setFilter({ holder })}
            />
            <DayFilter filter={filter} onChange={setFilter} />
          </ListFilters>
        }
        files={<ListFileButtons list="cards" query={{ ...filter, keyword: filter.keyword.trim() }} />}
        list={store.cards}
        columns={columnsOf((issueId) => void reissuePins(issueId))}
        rowKey={({ card_id }) => card_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
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

function columnsOf(onReissue: (issueId: string) => void): TableColumnsType<IssuedMemberCard> {
  const { columns } = messages;
  return [
    { title: columns.number, render: (_, { number }) => messages.tail(number) },
    { title: columns.balance, align: "right", render: (_, { balance }) => formatYuan(balance) },
    {
      title: columns.holder,
      render: (_, { holder }) =>
        holder ?? <Typography.Text type="secondary">{messages.unbound}</Typography.Text>,
    },
    {
      title: columns.issued,
      render: (_, { created_at, issued_by }) => (
        <>
          {formatTimestamp(created_at)} · <StaffName id={issued_by} />
        </>
      ),
    },
    {
      title: columns.pins,
      // Of the member of staff who issued a card whose PIN was not read.
      render: (_, { number, unread_issue }) =>
        unread_issue !== null && (
          <RowButton
            text={messages.tellAgain}
            name={messages.tellAgainOf(number)}
            onPress={() => onReissue(unread_issue)}
          />
        ),
    },
  ];
}
