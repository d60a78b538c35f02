import { observer } from "mobx-react-lite";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { confirm, success } from "#web/shared/notify.ts";
import { texts } from "#web/shared/texts.ts";
import { AgeNote } from "#web/shared/ui/AgeNote.tsx";
import { Button } from "#web/shared/ui/Button.tsx";
import { GuestHead } from "../features/user/ProfileHead.tsx";
import { ProfileRows } from "../features/user/ProfileRows.tsx";
import { MainTabs } from "../MainTabs.tsx";
import { messages } from "../messages.ts";
import { chatStateStore } from "../stores/ChatStateStore.ts";
import { type UserStore, userStore } from "../stores/UserStore.ts";
import { useStore, useStores } from "../useStores.ts";
import styles from "./ProfilePage.module.css";
import { ProfilePageEditing } from "./ProfilePageEditing.tsx";
import { ProfilePageHead } from "./ProfilePageHead.tsx";
import { ProfilePageLinking } from "./ProfilePageLinking.tsx";
import { ProfilePageVersion } from "./ProfilePageVersion.tsx";
import { useLoginLink } from "./useLoginLink.ts";

const words = messages.profile;

const UnreadBadge = lazy(() => import("./UnreadBadge.tsx").then((m) => ({ default: m.UnreadBadge })));

/** `/profile`: who the customer is, where to go from here, and the way out. */
export const ProfilePage = observer(function ProfilePage() {
  const { session } = useStores();
  const logIn = useLoginLink();
  const { unread } = useStore(chatStateStore);
  return (
    <>
      <main className={styles.page}>
        <h1 className={styles.title}>{messages.titles.profile}</h1>
        {session.isLoggedIn ? <Customer /> : <GuestHead onLogin={() => logIn("/profile")} />}
        <ProfileRows isGuest={!session.isLoggedIn} unread={session.isLoggedIn ? unread : 0} />
        {session.isLoggedIn && <Logout />}
        <ProfilePageVersion />
      </main>
      <MainTabs />
      <Suspense fallback={null}>{session.isLoggedIn && <UnreadBadge />}</Suspense>
    </>
  );
});

const Customer = observer(function Customer() {
  const user = useStore(userStore);
  const [isEditing, setIsEditing] = useState(false);
  const renew = useCallback(() => void load(user), [user]);
  useEffect(renew, [renew]);
  if (user.user === undefined && user.info.status === "failed")
    return (
      <div className={styles.failed} role="alert">
        <p>{messageOf(user.info.error, messages.auth.infoFailed)}</p>
        <Button look="plain" onPress={() => void load(user)}>
          {texts.retry}
        </Button>
      </div>
    );
  return (
    <>
      <AgeNote kept={user.kept} onRenew={renew} />
      <ProfilePageHead onEdit={() => setIsEditing(true)} />
      <ProfilePageLinking />
      <ProfilePageEditing open={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
});

function Logout() {
  const user = useStore(userStore);
  const logout = async () => {
    if (!(await confirm({ message: words.logoutAsk, confirmText: words.logout }))) return;
    await user.logout();
    success(messages.auth.loggedOut);
  };
  return (
    <Button look="plain" size="large" onPress={() => void logout()}>
      {words.logout}
    </Button>
  );
}

/** The failure is shown by the page, out of the store. */
async function load(user: UserStore): Promise<void> {
  await user.load().catch((error: unknown) => report("loading the customer failed", error));
}

function report(what: string, error: unknown): void {
  if (!isAborted(error)) logFailure(what, error);
}
