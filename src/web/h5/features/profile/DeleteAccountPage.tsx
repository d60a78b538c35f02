import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { AccountDeletion, DeletionObstacle } from "#contract/account/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { isAbortError, isUnsupportedEndpoint, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useCountdown } from "#web/lib/login/useCountdown.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { confirm, success, toast } from "#web/ui/notify.ts";
import { RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import styles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import { userStore } from "../auth/UserStore.ts";
import textStyles from "./AccountData.module.css";
import { accountDeletionStore } from "./AccountDeletionStore.ts";
import { deletionMessages as messages } from "./accountDataMessages.ts";
import { CurrentPhoneForm } from "./components/CurrentPhoneForm.tsx";

/** `/account/deletion`: what a deletion means, what prevents it, its request, and its cancellation. */
export const DeleteAccountPage = observer(function DeleteAccountPage() {
  const store = useStore(accountDeletionStore);
  const { value, status, error } = store.deletion;
  const load = useCallback(() => {
    store.load().catch((failure: unknown) => {
      if (!isAbortError(failure)) logError("loading the deletion failed", failure);
    });
  }, [store]);
  useEffect(load, [load]);
  const hasFailed = value === undefined && status === "failed";
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.deleteAccount} back="/account" />
      {hasFailed && isUnsupportedEndpoint(error) && (
        <EmptyState illustration="card" text={messages.notOffered} />
      )}
      {hasFailed && !isUnsupportedEndpoint(error) && (
        <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={load} />
      )}
      {value === undefined && !hasFailed && <Skeleton rows={4} className={styles.skeleton} />}
      {value !== undefined && value.due_at !== null && <PendingDeletion dueAt={value.due_at} />}
      {value !== undefined && value.due_at === null && <DeletionRequest deletion={value} />}
    </main>
  );
});

function PendingDeletion({ dueAt }: { dueAt: string }) {
  const store = useStore(accountDeletionStore);
  const user = useStore(userStore);
  const [isBusy, setIsBusy] = useState(false);
  const cancel = async () => {
    setIsBusy(true);
    try {
      await store.cancel();
      success(messages.cancelled);
      user.load().catch((error: unknown) => logError("loading the customer failed", error));
    } catch (error) {
      logError("cancelling the deletion failed", error);
      toast(toErrorMessage(error, messages.cancelFailed));
      setIsBusy(false);
    }
  };
  return (
    <>
      <div className={textStyles.text} role="status">
        <p>{messages.pending(formatDateTime(dueAt))}</p>
        <p>{messages.pendingHint}</p>
      </div>
      <div className={textStyles.action}>
        <Button size="large" isBusy={isBusy} onPress={() => void cancel()}>
          {messages.cancel}
        </Button>
      </div>
    </>
  );
}

function DeletionRequest({ deletion }: { deletion: AccountDeletion }) {
  const { obstacles, points, card, wait_days } = deletion;
  const effects = [
    ...messages.effects,
    ...(points > 0 ? [messages.points(points)] : []),
    ...(card === null ? [] : [messages.card(card.last_four, formatYuan(card.balance))]),
  ];
  return (
    <>
      <div className={textStyles.text}>
        <p>{messages.intro(wait_days)}</p>
        <ul className={textStyles.effects}>
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </div>
      {obstacles.length > 0 ? <Obstacles list={obstacles} /> : <RequestButton deletion={deletion} />}
    </>
  );
}

function Obstacles({ list }: { list: readonly DeletionObstacle[] }) {
  return (
    <>
      <h2 className={styles.section}>{messages.obstaclesTitle}</h2>
      <ul className={styles.list}>
        {list.map(({ kind, count, order_id }) => (
          <RecordRow
            key={kind}
            title={messages.obstacles[kind](count)}
            notes={[]}
            value=""
            link={{ to: order_id === null ? "/withdraw" : `/order/${order_id}`, text: messages.view }}
          />
        ))}
      </ul>
    </>
  );
}

/** Button that requests the deletion after a code to the account's number, or a question without one. */
function RequestButton({ deletion: { phone, wait_days } }: { deletion: AccountDeletion }) {
  const store = useStore(accountDeletionStore);
  const user = useStore(userStore);
  const navigate = useNavigate();
  const countdown = useCountdown();
  const [isOpen, setIsOpen] = useState(false);
  const request = async (code?: string) => {
    await store.request(code);
    user.clearSession();
    navigate("/profile", { replace: true });
    success(messages.done(wait_days));
  };
  const start = async () => {
    if (phone !== null) return setIsOpen(true);
    if (!(await confirm({ message: messages.confirmQuestion, confirmText: messages.confirm }))) return;
    await request().catch((error: unknown) => {
      logError("requesting the deletion failed", error);
      toast(toErrorMessage(error, messages.confirmFailed));
    });
  };
  return (
    <>
      <div className={textStyles.action}>
        <Button variant="plain" size="large" onPress={() => void start()}>
          {messages.start}
        </Button>
      </div>
      {phone !== null && (
        <BottomSheet open={isOpen} onClose={() => setIsOpen(false)} title={messages.sheetTitle}>
          <CurrentPhoneForm
            hint={messages.codeHint(phone)}
            submit={messages.confirm}
            failedText={messages.confirmFailed}
            sendCode={store.sendCode}
            countdown={countdown}
            onVerify={request}
          />
        </BottomSheet>
      )}
    </>
  );
}
