import { observer } from "mobx-react-lite";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { OptionalContent } from "#web/lib/routing/OptionalContent.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { confirm, success } from "#web/ui/notify.ts";
import { StaleNotice } from "#web/ui/StaleNotice/StaleNotice.tsx";
import { MainTabs } from "../../app/MainTabs.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { unreadStore } from "../../app/UnreadStore.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import { authMessages } from "../auth/messages.ts";
import { type UserStore, userStore } from "../auth/UserStore.ts";
import { useGoToLogin } from "../auth/useGoToLogin.ts";
import { EditProfileSheet } from "./components/EditProfileSheet.tsx";
import { LinkAccountSection } from "./components/LinkAccountSection.tsx";
import { GuestHeader } from "./components/ProfileHeader.tsx";
import { ProfileMenu } from "./components/ProfileMenu.tsx";
import { ProfileSummary } from "./components/ProfileSummary.tsx";
import { VersionLabel } from "./components/VersionLabel.tsx";
import { profileMessages } from "./messages.ts";
import styles from "./ProfilePage.module.css";

// Only few customers need it.
const DeletionNotice = lazy(() =>
  import("./components/DeletionNotice.tsx").then((m) => ({ default: m.DeletionNotice })),
);

const UnreadBadge = lazy(() =>
  import("../../app/components/UnreadBadge.tsx").then((m) => ({ default: m.UnreadBadge })),
);

/** `/profile`: customer data, menu, and logout. */
export const ProfilePage = observer(function ProfilePage() {
  const { session } = useStores();
  const logIn = useGoToLogin();
  const { unread } = useStore(unreadStore);
  return (
    <>
      <main className={styles.page}>
        <h1 className={styles.title}>{navigationMessages.titles.profile}</h1>
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
  const dueAt = user.user?.deletion_due_at;
  if (user.user === undefined && user.info.status === "failed")
    return (
      <ErrorState
        text={toErrorMessage(user.info.error, authMessages.infoFailed)}
        onRetry={() => void load(user)}
      />
    );
  return (
    <>
      <StaleNotice cache={user.cache} onRefresh={refresh} />
      {dueAt && (
        <OptionalContent>
          <Suspense fallback={null}>
            <DeletionNotice dueAt={dueAt} />
          </Suspense>
        </OptionalContent>
      )}
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
    success(authMessages.loggedOut);
  };
  return (
    <Button variant="plain" size="large" onPress={() => void logout()}>
      {profileMessages.logout}
    </Button>
  );
}

/** The page shows the failure from the store. */
async function load(user: UserStore): Promise<void> {
  await user.load().catch((error: unknown) => {
    if (!isAbortError(error)) logError("loading the customer failed", error);
  });
}
