import { observer } from "mobx-react-lite";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { isAbortError, toErrorMessage } from "#web/shared/api/ApiError.ts";
import { logError } from "#web/shared/log.ts";
import { confirm, success } from "#web/shared/notify.ts";
import { commonMessages } from "#web/shared/texts.ts";
import { StaleNotice } from "#web/shared/ui/AgeNote.tsx";
import { Button } from "#web/shared/ui/Button.tsx";
import { GuestHeader } from "../features/user/ProfileHead.tsx";
import { ProfileMenu } from "../features/user/ProfileRows.tsx";
import { MainTabs } from "../MainTabs.tsx";
import { appMessages } from "../messages.ts";
import { unreadStore } from "../stores/ChatStateStore.ts";
import { type UserStore, userStore } from "../stores/UserStore.ts";
import { useStore, useStores } from "../useStores.ts";
import styles from "./ProfilePage.module.css";
import { EditProfileSheet } from "./ProfilePageEditing.tsx";
import { ProfileSummary } from "./ProfilePageHead.tsx";
import { LinkAccountSection } from "./ProfilePageLinking.tsx";
import { VersionLabel } from "./ProfilePageVersion.tsx";
import { useGoToLogin } from "./useLoginLink.ts";

const profileMessages = appMessages.profile;

const UnreadBadge = lazy(() => import("./UnreadBadge.tsx").then((m) => ({ default: m.UnreadBadge })));

/** `/profile`: who the customer is, where to go from here, and the way out. */
export const ProfilePage = observer(function ProfilePage() {
  const { session } = useStores();
  const logIn = useGoToLogin();
  const { unread } = useStore(unreadStore);
  return (
    <>
      <main className={styles.page}>
        <h1 className={styles.title}>{appMessages.titles.profile}</h1>
        {session.isLoggedIn ? <Customer /> : <GuestHeader onLogin={() => logIn("/profile")} />}
        <ProfileMenu isGuest={!session.isLoggedIn} unreadCount={session.isLoggedIn ? unread : 0} />
        {session.isLoggedIn && <Logout />}
        <VersionLabel />
      </main>
      <MainTabs />
      <Suspense fallback={null}>{session.isLoggedIn && <UnreadBadge />}</Suspense>
    </>
  );
});

const Customer = observer(function Customer() {
  const user = useStore(userStore);
  const [isEditing, setIsEditing] = useState(false);
  const refresh = useCallback(() => void load(user), [user]);
  useEffect(refresh, [refresh]);
  if (user.user === undefined && user.info.status === "failed")
    return (
      <div className={styles.failed} role="alert">
        <p>{toErrorMessage(user.info.error, appMessages.auth.infoFailed)}</p>
        <Button variant="plain" onPress={() => void load(user)}>
          {commonMessages.retry}
        </Button>
      </div>
    );
  return (
    <>
      <StaleNotice cache={user.cache} onRefresh={refresh} />
      <ProfileSummary onEdit={() => setIsEditing(true)} />
      <LinkAccountSection />
      <EditProfileSheet open={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
});

function Logout() {
  const user = useStore(userStore);
  const logout = async () => {
    if (!(await confirm({ message: profileMessages.logoutConfirm, confirmText: profileMessages.logout })))
      return;
    await user.logout();
    success(appMessages.auth.loggedOut);
  };
  return (
    <Button variant="plain" size="large" onPress={() => void logout()}>
      {profileMessages.logout}
    </Button>
  );
}

/** The failure is shown by the page, out of the store. */
async function load(user: UserStore): Promise<void> {
  await user.load().catch((error: unknown) => logUnlessAborted("loading the customer failed", error));
}

function logUnlessAborted(what: string, error: unknown): void {
  if (!isAbortError(error)) logError(what, error);
}
