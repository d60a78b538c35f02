import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import type { MemberCardSummary as BoundCard, MemberCardEntry } from "#contract/card/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { ApiError, toErrorMessage } from "#web/shared/api/ApiError.ts";
import { logError } from "#web/shared/log.ts";
import { success } from "#web/shared/notify.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { RestoredDraftNotice } from "../features/draft/DraftNote.tsx";
import { BindMemberCardForm, type MemberCardErrors } from "../features/wallet/BindCardForm.tsx";
import { MemberCard } from "../features/wallet/CardFace.tsx";
import { formatSigned, LedgerRow } from "../features/wallet/EntryRow.tsx";
import { formatDateTime } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { memberCardStore } from "../stores/CardStore.ts";
import { useStore } from "../useStores.ts";
import { walletMessages } from "../walletMessages.ts";
import { useFormDraft } from "./useFormDraft.ts";
import { useMemberCard } from "./usePayPlan.ts";
import styles from "./WalletPage.module.css";

const messages = walletMessages.card;

/** `/card`: the member card with its balance and movements, or the way to bind one. */
export const MemberCardPage = observer(function MemberCardPage() {
  const { card, isAvailable: isOffered } = useStore(memberCardStore);
  const load = useMemberCard();
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.card} back="/profile" />
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

/** Where a refusal is said: at the number when the card is somebody's, else at the PIN. */
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
    <LedgerRow
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
