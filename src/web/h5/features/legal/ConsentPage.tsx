import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import type { ConsentStatus } from "#contract/legal/schema.ts";
import { isAbortError, isUnsupportedEndpoint, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDate } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
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
import pageStyles from "./ConsentPage.module.css";
import { consentStore } from "./ConsentStore.ts";
import { legalMessages } from "./legalMessages.ts";

const messages = legalMessages.page;

/** `/account/consent`: what the customer agreed to, and its withdrawal. */
export const ConsentPage = observer(function ConsentPage() {
  const store = useStore(consentStore);
  const { value, status, error } = store.status;
  const load = useCallback(() => {
    store.load().catch((failure: unknown) => {
      if (!isAbortError(failure)) logError("loading the consent failed", failure);
    });
  }, [store]);
  useEffect(load, [load]);
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.consent} back="/account" />
      {value !== undefined ? (
        <Consent consent={value} />
      ) : status !== "failed" ? (
        <Skeleton shape="line" rows={2} className={styles.skeleton} />
      ) : isUnsupportedEndpoint(error) ? (
        <EmptyState illustration="failed" text={legalMessages.notOffered} />
      ) : (
        <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={load} />
      )}
    </main>
  );
});

function Consent({ consent: { documents, is_current, is_withdrawn } }: { consent: ConsentStatus }) {
  const store = useStore(consentStore);
  const runWithToast = async (action: () => Promise<unknown>) => {
    try {
      await action();
    } catch (error) {
      logError("changing the consent failed", error);
      toast(toErrorMessage(error, messages.withdrawFailed));
    }
  };
  const withdraw = async () => {
    if (!(await confirm({ message: messages.withdrawConfirm, confirmText: messages.withdraw }))) return;
    await runWithToast(async () => {
      await store.withdraw();
      success(messages.withdrawn);
    });
  };
  return (
    <>
      <ul className={styles.list}>
        {documents.map((one) => (
          <RecordRow
            key={one.name}
            title={one.title}
            notes={[describeAgreement(one)]}
            value={null}
            link={{ to: `/legal/${one.name}`, text: legalMessages.titleMark(one.title) }}
          />
        ))}
      </ul>
      <div className={pageStyles.text}>
        {!is_current && <p role="status">{is_withdrawn ? messages.withdrawnNote : messages.missingNote}</p>}
        <p>{messages.effect}</p>
        <p>{messages.erase}</p>
        <AppLink className={pageStyles.link} to="/account">
          {messages.account}
        </AppLink>
        {is_current ? (
          <Button variant="plain" size="large" onPress={() => void withdraw()}>
            {messages.withdraw}
          </Button>
        ) : (
          <Button size="large" onPress={() => void runWithToast(store.request)}>
            {messages.agree}
          </Button>
        )}
      </div>
    </>
  );
}

function describeAgreement({
  is_current,
  agreed_at,
  agreed_version,
}: ConsentStatus["documents"][number]): string {
  if (!is_current || agreed_at === null || agreed_version === null) return messages.missing;
  const date = formatDate(agreed_at);
  return agreed_version === 0 ? messages.agreedSample(date) : messages.agreed(date, agreed_version);
}
