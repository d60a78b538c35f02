import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import type { DataCopy } from "#contract/account/schema.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { isAbortError, isUnsupportedEndpoint, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { toast } from "#web/ui/notify.ts";
import { RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import styles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import textStyles from "./AccountData.module.css";
import { dataCopyMessages as messages } from "./accountDataMessages.ts";
import { BindPhonePrompt } from "./components/BindPhonePrompt.tsx";
import { dataCopyStore } from "./DataCopyStore.ts";

/** Time between two looks whether a copy is ready, in ms. */
const pollMs = 3_000;

/** `/account/data`: requests and downloads copies of the customer's data. */
export const DataCopyPage = observer(function DataCopyPage() {
  const store = useStore(dataCopyStore);
  const { copies, isMaking } = store;
  const load = useCallback(() => {
    store.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the copies failed", error);
    });
  }, [store]);
  useEffect(load, [load]);
  useEffect(() => {
    if (!isMaking) return;
    // A new look would abort one that takes longer.
    const timer = setInterval(() => {
      if (!copies.isLoading) load();
    }, pollMs);
    return () => clearInterval(timer);
  }, [isMaking, copies, load]);
  const list = copies.value;
  const hasFailed = list === undefined && copies.status === "failed";
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.dataCopies} back="/account" />
      {hasFailed && isUnsupportedEndpoint(copies.error) && (
        <EmptyState illustration="card" text={messages.notOffered} />
      )}
      {hasFailed && !isUnsupportedEndpoint(copies.error) && (
        <ErrorState text={toErrorMessage(copies.error, messages.failed)} onRetry={load} />
      )}
      {list === undefined && !hasFailed && <Skeleton rows={3} className={styles.skeleton} />}
      {list !== undefined && <Copies list={list} onBound={load} />}
    </main>
  );
});

const Copies = observer(function Copies({
  list,
  onBound,
}: {
  list: readonly DataCopy[];
  onBound: () => void;
}) {
  const store = useStore(dataCopyStore);
  const [isBusy, setIsBusy] = useState(false);
  const inWechat = isWechat(navigator.userAgent);
  const request = async () => {
    setIsBusy(true);
    try {
      await store.request();
    } catch (error) {
      logError("requesting a copy failed", error);
      toast(toErrorMessage(error, messages.requestFailed));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <div className={textStyles.text}>
        <p>{messages.intro}</p>
        <p>{messages.introTime}</p>
        {inWechat && <p role="note">{messages.inWechat}</p>}
      </div>
      {inWechat && <BindPhonePrompt text={messages.bindFirst} onBound={onBound} />}
      {list.length > 0 && (
        <ul className={styles.list} aria-label={messages.list}>
          {list.map((copy) => (
            <CopyRow key={copy.copy_id} copy={copy} canDownload={!inWechat} />
          ))}
        </ul>
      )}
      <div className={textStyles.action}>
        <Button size="large" isBusy={isBusy} disabled={store.isMaking} onPress={() => void request()}>
          {messages.request}
        </Button>
      </div>
    </>
  );
});

function CopyRow({ copy, canDownload }: { copy: DataCopy; canDownload: boolean }) {
  const store = useStore(dataCopyStore);
  const [isBusy, setIsBusy] = useState(false);
  const { status, expires_at } = copy;
  const isReady = status === "ready";
  const download = async () => {
    setIsBusy(true);
    try {
      saveFile(await store.fetchArchive(copy.copy_id));
    } catch (error) {
      logError("downloading a copy failed", error);
      toast(toErrorMessage(error, messages.downloadFailed));
    } finally {
      setIsBusy(false);
    }
  };
  const button = (
    <Button variant="plain" size="small" isBusy={isBusy} onPress={() => void download()}>
      {messages.download}
    </Button>
  );
  return (
    <RecordRow
      title={messages.statuses[status]}
      notes={[
        messages.requested(formatDateTime(copy.requested_at)),
        isReady && expires_at !== null ? messages.until(formatDateTime(expires_at)) : "",
      ]}
      value={isReady && canDownload ? button : ""}
    />
  );
}

/** Hands a file to the browser as a download. */
function saveFile(file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = messages.fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
