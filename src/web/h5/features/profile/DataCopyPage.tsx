import { observer } from "mobx-react-lite";
import { type ReactNode, useCallback, useEffect, useState } from "react";
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
import { useCopyToClipboard } from "../../app/useCopyToClipboard.ts";
import { useStore } from "../../app/useStores.ts";
import textStyles from "./AccountData.module.css";
import { dataCopyMessages as messages } from "./accountDataMessages.ts";
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
      {list !== undefined && <Copies list={list} />}
    </main>
  );
});

const Copies = observer(function Copies({ list }: { list: readonly DataCopy[] }) {
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
      {list.length > 0 && (
        <ul className={styles.list} aria-label={messages.list}>
          {list.map((copy) => (
            <CopyRow key={copy.copy_id} copy={copy}>
              {inWechat ? <LinkButton copy={copy} /> : <DownloadButton copy={copy} />}
            </CopyRow>
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

interface CopyRowProps {
  copy: DataCopy;
  /** How a copy that is ready is taken. */
  children: ReactNode;
}

function CopyRow({ copy: { status, requested_at, expires_at }, children }: CopyRowProps) {
  const isReady = status === "ready";
  return (
    <RecordRow
      title={messages.statuses[status]}
      notes={[
        messages.requested(formatDateTime(requested_at)),
        isReady && expires_at !== null ? messages.until(formatDateTime(expires_at)) : "",
      ]}
      value={isReady ? children : ""}
    />
  );
}

function DownloadButton({ copy }: { copy: DataCopy }) {
  const store = useStore(dataCopyStore);
  const [isBusy, setIsBusy] = useState(false);
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
  return (
    <Button variant="plain" size="small" isBusy={isBusy} onPress={() => void download()}>
      {messages.download}
    </Button>
  );
}

/** Copies the link that another browser opens without a login; hosts without one have no button. */
function LinkButton({ copy: { url } }: { copy: DataCopy }) {
  const copyText = useCopyToClipboard(messages);
  if (!url) return null;
  return (
    <Button variant="plain" size="small" onPress={() => void copyText(url)}>
      {messages.copyLink}
    </Button>
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
