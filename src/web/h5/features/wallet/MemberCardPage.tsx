import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import type { MemberCardSummary as BoundCard, MemberCardEntry } from "#contract/card/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { InfiniteList, useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { success } from "#web/ui/notify.ts";
import { formatSigned, RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import styles from "../../app/components/ListPage.module.css";
import { RestoredDraftNotice } from "../../app/components/RestoredDraftNotice.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useFormDraft } from "../../app/useFormDraft.ts";
import { useStore } from "../../app/useStores.ts";
import { BindMemberCardForm, type MemberCardErrors } from "./components/BindMemberCardForm.tsx";
import { MemberCard } from "./components/MemberCard.tsx";
import { memberCardStore } from "./MemberCardStore.ts";
import { walletMessages } from "./messages.ts";
import { useMemberCard } from "./useMemberCard.ts";

const messages = walletMessages.card;

/** `/card`: the member card with its balance and ledger, or the form to bind one. */
export const MemberCardPage = observer(function MemberCardPage() {
  const { card, isAvailable: isOffered } = useStore(memberCardStore);
  const load = useMemberCard();
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.card} back="/profile" />
      {card.value === undefined && card.status === "failed" && (
        <ErrorState text={toErrorMessage(card.error, messages.failed)} onRetry={load} />
      )}
      {card.value === undefined && card.status !== "failed" && (
        <Skeleton rows={2} className={styles.skeleton} />
      )}
      {!isOffered && <EmptyState illustration="card" text={messages.notOffered} />}
      {isOffered && card.value === null && <BindCardSection />}
      {card.value != null && <BoundCardSection card={card.value} onReload={load} />}
    </main>
  );
});

const BindCardSection = observer(function BindCardSection() {
  const store = useStore(memberCardStore);
  const form = useFormDraft("memberCard", "");
  const bind = async (number: string, pin: string): Promise<MemberCardErrors> => {
    try {
      await store.bind(number, pin);
      form.clear();
      success(messages.bound);
      return {};
    } catch (error) {
      logError("binding a card failed", error);
      return toCardProblems(error);
    }
  };
  return (
    <>
      <EmptyState illustration="card" text={`${messages.none}。${messages.noneHint}`} />
      {form.isRestored && form.value !== "" && <RestoredDraftNotice onDiscard={form.discard} />}
      <BindMemberCardForm digits={form.value} onDigits={form.change} isBusy={store.isBinding} onBind={bind} />
    </>
  );
});

/** Maps a refusal to a field: the number when the card belongs to another account, else the PIN. */
function toCardProblems(error: unknown): MemberCardErrors {
  const text = toErrorMessage(error, messages.bindFailed);
  return error instanceof ApiError && error.code === "card_taken" ? { number: text } : { pin: text };
}

interface BoundCardProps {
  card: BoundCard;
  onReload: () => void;
}

const BoundCardSection = observer(function BoundCardSection({ card, onReload }: BoundCardProps) {
  const { ledger } = useStore(memberCardStore);
  const navigate = useNavigate();
  const reloadList = useListReload(ledger, messages.ledgerFailed);
  const reload = useCallback(async () => {
    onReload();
    await reloadList();
  }, [onReload, reloadList]);
  useEffect(() => void reloadList(), [reloadList]);
  const toMenu = { text: messages.toMenu, onPress: () => navigate("/takeaway") };
  return (
    <>
      <MemberCard number={card.number.slice(-4)} balanceFen={card.balance} />
      <h2 className={styles.section}>{messages.ledger}</h2>
      <InfiniteList
        list={ledger}
        errorText={messages.ledgerFailed}
        skeleton="line"
        empty={<EmptyState illustration="card" text={messages.ledgerEmpty} action={toMenu} />}
        onReload={reload}
      >
        <ul className={styles.list}>
          {ledger.items.map((entry) => (
            <LedgerEntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </InfiniteList>
    </>
  );
});

function LedgerEntryRow({ entry }: { entry: MemberCardEntry }) {
  const { delta, order_id } = entry;
  return (
    <RecordRow
      title={entry.text}
      notes={[formatDateTime(entry.at)]}
      value={formatSigned(delta, formatYuan(Math.abs(delta)))}
      tone={delta < 0 ? "minus" : "plus"}
      valueNote={messages.after(formatYuan(entry.balance_after))}
      {...(order_id === null
        ? {}
        : { link: { to: `/order/${encodeURIComponent(order_id)}`, text: messages.seeOrder } })}
    />
  );
}
