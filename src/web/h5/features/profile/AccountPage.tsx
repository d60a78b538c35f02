import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import type { LoginSession } from "#contract/user/schema.ts";
import { isAbortError, isUnsupportedEndpoint, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { InfiniteList, useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { confirm, success, toast } from "#web/ui/notify.ts";
import { RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import styles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import { authMessages } from "../auth/messages.ts";
import { userStore } from "../auth/UserStore.ts";
import { BindPhoneSheet } from "./components/BindPhoneSheet.tsx";
import { ChangePhoneSheet } from "./components/ChangePhoneSheet.tsx";
import { PersonalDataLinks } from "./components/PersonalDataLinks.tsx";
import { WechatRow } from "./components/WechatRow.tsx";
import { accountMessages, profileMessages } from "./messages.ts";
import { sessionListStore } from "./SessionListStore.ts";
import { useConsentForPhone } from "./useConsentForPhone.ts";

/** `/account`: phone number and WeChat, the customer's data, and the active sessions. */
export const AccountPage = observer(function AccountPage() {
  const { sessions } = useStore(sessionListStore);
  const reload = useListReload(sessions, accountMessages.devicesFailed);
  useEffect(() => void reload(), [reload]);
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.account} back="/profile" />
      <PhoneRow onChanged={() => void reload()} />
      <PersonalDataLinks />
      <h2 className={styles.section}>{accountMessages.devices}</h2>
      <Sessions onReload={reload} />
    </main>
  );
});

const PhoneRow = observer(function PhoneRow({ onChanged }: { onChanged: () => void }) {
  const store = useStore(userStore);
  const [isOpen, setIsOpen] = useState(false);
  const askConsent = useConsentForPhone();
  const load = useCallback(() => {
    store.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the customer failed", error);
    });
  }, [store]);
  useEffect(load, [load]);
  const { user, info } = store;
  if (user === undefined && info.status === "failed")
    return <ErrorState text={toErrorMessage(info.error, authMessages.infoFailed)} onRetry={load} />;
  if (user === undefined) return <Skeleton rows={1} className={styles.skeleton} />;
  const open = () => setIsOpen(true);
  const sheet = {
    open: isOpen,
    onClose: () => setIsOpen(false),
    onDone: () => {
      setIsOpen(false);
      onChanged();
    },
  };
  const change = (
    <Button variant="plain" size="small" onPress={user.phone === null ? () => askConsent(open) : open}>
      {user.phone === null ? profileMessages.bindPhone : accountMessages.change}
    </Button>
  );
  return (
    <>
      <ul className={styles.list}>
        <RecordRow title={accountMessages.phone} notes={[user.phone ?? ""]} value={change} />
        <WechatRow onChanged={onChanged} />
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
    <RecordRow
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

/** Runs an action, or shows why it failed. */
async function runEndSession(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    logError("ending a session failed", error);
    toast(toErrorMessage(error, accountMessages.logoutFailed));
  }
}
