import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { LoginForm } from "#web/shared/login/LoginForm.tsx";
import { useLoginForm } from "#web/shared/login/useLoginForm.ts";
import { success, toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { takeOutcome } from "../features/user/WechatTrip.ts";
import { messages } from "../messages.ts";
import { userStore } from "../stores/UserStore.ts";
import { wechatStore } from "../stores/WechatStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./ProfilePage.module.css";

const words = messages.profile;

/** What is still missing: the phone number of somebody who came by WeChat, and inside WeChat its name and picture. */
export const ProfilePageLinking = observer(function ProfilePageLinking() {
  const { user } = useStore(userStore);
  const fetchProfile = useWechatProfile();
  const [isBinding, setIsBinding] = useState(false);
  if (user === undefined) return null;
  const canFetch = isWechat(navigator.userAgent) && user.avatar === null;
  return (
    <div className={styles.linking}>
      {canFetch && (
        <Button look="plain" size="small" onPress={fetchProfile}>
          {words.wechatProfile}
        </Button>
      )}
      {user.phone === null && (
        <Button look="plain" size="small" onPress={() => setIsBinding(true)}>
          {words.bindPhone}
        </Button>
      )}
      <Sheet open={isBinding} onClose={() => setIsBinding(false)} title={words.bindPhone}>
        <BindForm onDone={() => setIsBinding(false)} />
      </Sheet>
    </div>
  );
});

function BindForm({ onDone }: { onDone: () => void }) {
  const user = useStore(userStore);
  const form = useLoginForm({
    sendCode: user.sendCode,
    enter: ({ phone, code }) => user.bindPhone(phone, code),
    words: { done: words.bindDone, failed: words.bindFailed },
    onDone,
  });
  return (
    <>
      <p className={styles.hint}>{words.bindHint}</p>
      <LoginForm form={form} submit={words.bindPhone} />
    </>
  );
}

/** Asks WeChat for name and picture, by a tap only: a page that asks on its own is shown without its functions. */
function useWechatProfile(): () => void {
  const wechat = useStore(wechatStore);
  useEffect(() => {
    const outcome = takeOutcome("profile");
    if (outcome === "done") success(messages.common.updateDone);
    else if (outcome !== null) toast(words.wechatProfileProblems[outcome]);
  }, []);
  return () => {
    wechat.depart("profile", "/profile").catch((error: unknown) => {
      logFailure("asking WeChat for the profile failed", error);
      toast(messageOf(error, words.wechatProfileProblems.failed));
    });
  };
}
