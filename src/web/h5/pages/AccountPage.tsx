import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import type { LoggedIn } from "#contract/user/schema.ts";
import { isAborted, isMissingCall, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { confirm, success, toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { accountMessages as words } from "../accountMessages.ts";
import { EntryRow } from "../features/wallet/EntryRow.tsx";
import { formatMoment } from "../formatMoment.ts";
import { messages } from "../messages.ts";
import { sessionListStore } from "../stores/SessionListStore.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import { BindPhoneSheet } from "./BindPhoneSheet.tsx";
import { ChangePhoneSheet } from "./ChangePhoneSheet.tsx";
import styles from "./WalletPage.module.css";

/** `/account`: the number of the account and how to change it, and where the account is logged in. */
export const AccountPage = observer(function AccountPage() {
  const { sessions } = useStore(sessionListStore);
  const reload = useListReload(sessions, words.devicesFailed);
  useEffect(() => void reload(), [reload]);
  return (
    <main className={styles.page}>
      <NavBar title={messages.titles.account} back="/profile" />
      <PhoneRow onChanged={() => void reload()} />
      <h2 className={styles.section}>{words.devices}</h2>
      <Sessions onReload={reload} />
    </main>
  );
});

const PhoneRow = observer(function PhoneRow({ onChanged }: { onChanged: () => void }) {
  const store = useStore(userStore);
  const [isOpen, setIsOpen] = useState(false);
  const load = useCallback(() => {
    store.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the customer failed", error);
    });
  }, [store]);
  useEffect(load, [load]);
  const { user, info } = store;
  if (user === undefined && info.status === "failed")
    return <FailedState text={messageOf(info.error, messages.auth.infoFailed)} onRetry={load} />;
  if (user === undefined) return <Skeleton rows={1} className={styles.skeleton} />;
  const sheet = {
    open: isOpen,
    onClose: () => setIsOpen(false),
    onDone: () => {
      setIsOpen(false);
      onChanged();
    },
  };
  const change = (
    <Button look="plain" size="small" onPress={() => setIsOpen(true)}>
      {user.phone === null ? messages.profile.bindPhone : words.change}
    </Button>
  );
  return (
    <>
      <ul className={styles.list}>
        <EntryRow title={words.phone} notes={[user.phone ?? ""]} value={change} />
      </ul>
      {user.phone === null ? (
        <BindPhoneSheet {...sheet} />
      ) : (
        <ChangePhoneSheet {...sheet} phone={user.phone} />
      )}
    </>
  );
});

const Sessions = observer(function Sessions({ onReload }: { onReload: () => Promise<void> }) {
  const store = useStore(sessionListStore);
  const { sessions } = store;
  const endOthers = async () => {
    if (!(await confirm({ message: words.endOthersAsk, confirmText: words.end }))) return;
    await attempt(async () => success(words.othersEnded(await store.endOthers())));
  };
  if (!sessions.isKnown && sessions.pages.status === "failed" && isMissingCall(sessions.pages.error))
    return <EmptyState drawing="card" text={words.notOffered} />;
  return (
    <EndlessList
      list={sessions}
      failed={words.devicesFailed}
      skeleton="line"
      empty={<EmptyState drawing="card" text={words.notOffered} />}
      onReload={onReload}
    >
      <ul className={styles.list} aria-label={words.devices}>
        {sessions.items.map((session) => (
          <Device key={session.session_id} session={session} />
        ))}
      </ul>
      {store.hasOthers && (
        <div className={styles.intro}>
          <Button look="plain" size="large" onPress={() => void endOthers()}>
            {words.endOthers}
          </Button>
        </div>
      )}
    </EndlessList>
  );
});

function Device({ session }: { session: LoggedIn }) {
  const store = useStore(sessionListStore);
  const { device } = session;
  const end = async () => {
    if (!(await confirm({ message: words.endAsk(device), confirmText: words.end }))) return;
    await attempt(async () => {
      await store.end(session.session_id);
      success(words.ended);
    });
  };
  const action = (
    <Button look="plain" size="small" label={words.endOf(device)} onPress={() => void end()}>
      {words.end}
    </Button>
  );
  return (
    <EntryRow
      title={device}
      notes={[
        words.loggedIn(formatMoment(session.logged_in_at)),
        words.seen(formatMoment(session.last_seen_at)),
      ]}
      value={session.is_current ? words.thisDevice : action}
      tone={session.is_current ? "plus" : "plain"}
    />
  );
}

/** Does what was asked for, or says why it could not be done. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logFailure("ending a session failed", error);
    toast(messageOf(error, words.endFailed));
  }
}
