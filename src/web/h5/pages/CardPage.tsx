import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import type { Card as BoundCard, CardEntry } from "#contract/card/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { ApiError, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success } from "#web/shared/notify.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { DraftNote } from "../features/draft/DraftNote.tsx";
import { BindCardForm, type CardProblems } from "../features/wallet/BindCardForm.tsx";
import { CardFace } from "../features/wallet/CardFace.tsx";
import { EntryRow, signed } from "../features/wallet/EntryRow.tsx";
import { formatMoment } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { cardStore } from "../stores/CardStore.ts";
import { useStore } from "../useStores.ts";
import { walletMessages } from "../walletMessages.ts";
import { useFormDraft } from "./useFormDraft.ts";
import { useCard } from "./usePayPlan.ts";
import styles from "./WalletPage.module.css";

const words = walletMessages.card;

/** `/card`: the member card with its balance and movements, or the way to bind one. */
export const CardPage = observer(function CardPage() {
  const { card, isOffered } = useStore(cardStore);
  const load = useCard();
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.card} back="/profile" />
      {card.value === undefined && card.status === "failed" && (
        <FailedState text={messageOf(card.error, words.failed)} onRetry={load} />
      )}
      {card.value === undefined && card.status !== "failed" && (
        <Skeleton rows={2} className={styles.skeleton} />
      )}
      {!isOffered && <EmptyState drawing="card" text={words.notOffered} />}
      {isOffered && card.value === null && <Binding />}
      {card.value != null && <Bound card={card.value} onReload={load} />}
    </main>
  );
});

const Binding = observer(function Binding() {
  const store = useStore(cardStore);
  const form = useFormDraft("memberCard", "");
  const bind = async (number: string, pin: string): Promise<CardProblems> => {
    try {
      await store.bind(number, pin);
      form.clear();
      success(words.bound);
      return {};
    } catch (error) {
      logFailure("binding a card failed", error);
      return problemsOf(error);
    }
  };
  return (
    <>
      <EmptyState drawing="card" text={`${words.none}。${words.noneHint}`} />
      {form.isRestored && form.value !== "" && <DraftNote onDiscard={form.discard} />}
      <BindCardForm digits={form.value} onDigits={form.change} isBusy={store.isBinding} onBind={bind} />
    </>
  );
});

/** Where a refusal is said: at the number when the card is somebody's, else at the PIN. */
function problemsOf(error: unknown): CardProblems {
  const text = messageOf(error, words.bindFailed);
  return error instanceof ApiError && error.failure === "card_taken" ? { number: text } : { pin: text };
}

interface BoundProps {
  card: BoundCard;
  onReload: () => void;
}

const Bound = observer(function Bound({ card, onReload }: BoundProps) {
  const { ledger } = useStore(cardStore);
  const navigate = useNavigate();
  const reloadList = useListReload(ledger, words.ledgerFailed);
  const reload = useCallback(async () => {
    onReload();
    await reloadList();
  }, [onReload, reloadList]);
  useEffect(() => void reloadList(), [reloadList]);
  const toMenu = { text: words.toMenu, onPress: () => navigate("/takeaway") };
  return (
    <>
      <CardFace number={card.number.slice(-4)} balanceFen={card.balance} />
      <h2 className={styles.section}>{words.ledger}</h2>
      <EndlessList
        list={ledger}
        failed={words.ledgerFailed}
        skeleton="line"
        empty={<EmptyState drawing="card" text={words.ledgerEmpty} action={toMenu} />}
        onReload={reload}
      >
        <ul className={styles.list}>
          {ledger.items.map((entry) => (
            <Movement key={entry.id} entry={entry} />
          ))}
        </ul>
      </EndlessList>
    </>
  );
});

function Movement({ entry }: { entry: CardEntry }) {
  const { delta, order_id } = entry;
  return (
    <EntryRow
      title={entry.text}
      notes={[formatMoment(entry.at)]}
      value={signed(delta, formatYuan(Math.abs(delta)))}
      tone={delta < 0 ? "minus" : "plus"}
      valueNote={words.after(formatYuan(entry.balance_after))}
      {...(order_id === null
        ? {}
        : { link: { to: `/order/${encodeURIComponent(order_id)}`, text: words.seeOrder } })}
    />
  );
}
