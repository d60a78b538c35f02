import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import type { LoginSession } from "#contract/user/schema.ts";
import { isAbortError, isUnsupportedEndpoint, toErrorMessage } from "#web/shared/api/ApiError.ts";
import { logError } from "#web/shared/log.ts";
import { confirm, success, toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { accountMessages } from "../accountMessages.ts";
import { LedgerRow } from "../features/wallet/EntryRow.tsx";
import { formatDateTime } from "../formatMoment.ts";
import { appMessages } from "../messages.ts";
import { sessionListStore } from "../stores/SessionListStore.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import { BindPhoneSheet } from "./BindPhoneSheet.tsx";
import { ChangePhoneSheet } from "./ChangePhoneSheet.tsx";
import styles from "./WalletPage.module.css";

/** `/account`: the number of the account and how to change it, and where the account is logged in. */
export const AccountPage = observer(function AccountPage() {
  const { sessions } = useStore(sessionListStore);
  const reload = useListReload(sessions, accountMessages.devicesFailed);
  useEffect(() => void reload(), [reload]);
  return (
    <main className={styles.page}>
      <NavBar title={appMessages.titles.account} back="/profile" />
      <PhoneRow onChanged={() => void reload()} />
      <h2 className={styles.section}>{accountMessages.devices}</h2>
      <Sessions onReload={reload} />
    </main>
  );
});

const PhoneRow = observer(function PhoneRow({ onChanged }: { onChanged: () => void }) {
  const store = useStore(userStore);
  const [isOpen, setIsOpen] = useState(false);
  const load = useCallback(() => {
    store.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the customer failed", error);
    });
  }, [store]);
  useEffect(load, [load]);
  const { user, info } = store;
  if (user === undefined && info.status === "failed")
    return <ErrorState text={toErrorMessage(info.error, appMessages.auth.infoFailed)} onRetry={load} />;
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
    <Button variant="plain" size="small" onPress={() => setIsOpen(true)}>
      {user.phone === null ? appMessages.profile.bindPhone : accountMessages.change}
    </Button>
  );
  return (
    <>
      <ul className={styles.list}>
        <LedgerRow title={accountMessages.phone} notes={[user.phone ?? ""]} value={change} />
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
    if (
      !(await confirm({ message: accountMessages.logoutOthersConfirm, confirmText: accountMessages.logout }))
    )
      return;
    await runEndSession(async () => success(accountMessages.othersLoggedOut(await store.endOthers())));
  };
  if (
    !sessions.hasLoaded &&
    sessions.pages.status === "failed" &&
    isUnsupportedEndpoint(sessions.pages.error)
  )
    return <EmptyState illustration="card" text={accountMessages.notOffered} />;
  return (
    <InfiniteList
      list={sessions}
      errorText={accountMessages.devicesFailed}
      skeleton="line"
      empty={<EmptyState illustration="card" text={accountMessages.notOffered} />}
      onReload={onReload}
    >
      <ul className={styles.list} aria-label={accountMessages.devices}>
        {sessions.items.map((session) => (
          <Device key={session.session_id} session={session} />
        ))}
      </ul>
      {store.hasOthers && (
        <div className={styles.intro}>
          <Button variant="plain" size="large" onPress={() => void endOthers()}>
            {accountMessages.logoutOthers}
          </Button>
        </div>
      )}
    </InfiniteList>
  );
});

function Device({ session }: { session: LoginSession }) {
  const store = useStore(sessionListStore);
  const { device } = session;
  const end = async () => {
    if (
      !(await confirm({
        message: accountMessages.logoutConfirm(device),
        confirmText: accountMessages.logout,
      }))
    )
      return;
    await runEndSession(async () => {
      await store.end(session.session_id);
      success(accountMessages.loggedOut);
    });
  };
  const action = (
    <Button
      variant="plain"
      size="small"
      label={accountMessages.logoutDevice(device)}
      onPress={() => void end()}
    >
      {accountMessages.logout}
    </Button>
  );
  return (
    <LedgerRow
      title={device}
      notes={[
        accountMessages.loggedIn(formatDateTime(session.logged_in_at)),
        accountMessages.lastUsed(formatDateTime(session.last_seen_at)),
      ]}
      value={session.is_current ? accountMessages.thisDevice : action}
      tone={session.is_current ? "plus" : "plain"}
    />
  );
}

/** Does what was asked for, or says why it could not be done. */
async function runEndSession(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    logError("ending a session failed", error);
    toast(toErrorMessage(error, accountMessages.logoutFailed));
  }
}
