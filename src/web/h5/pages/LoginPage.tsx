import { observer } from "mobx-react-lite";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { isRecord } from "#web/shared/api/readReply.ts";
import { LoginForm } from "#web/shared/login/LoginForm.tsx";
import { useLoginForm } from "#web/shared/login/useLoginForm.ts";
import { safeRedirect } from "#web/shared/routing/safeRedirect.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { asResult, type TripResult } from "../features/user/WechatTrip.ts";
import { WechatWait } from "../features/user/WechatWait.tsx";
import { readInviteCode } from "../inviteCode.ts";
import { messages } from "../messages.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./LoginPage.module.css";
import type { LoginEntry } from "./useLoginLink.ts";
import { useWechatLogin } from "./useWechatLogin.ts";

const words = messages.auth;

/** `/login`: by SMS code, and inside WeChat by WeChat first; leads back to where the customer wanted to go. */
export const LoginPage = observer(function LoginPage() {
  const user = useStore(userStore);
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const target = safeRedirect(query.get("redirect"));
  const problem = asResult(query.get("wechat"));
  const wechat = useWechatLogin(target, problem);
  const form = useLoginForm({
    invite: readInviteCode(),
    sendCode: user.sendCode,
    enter: user.login,
    words,
    onDone: () => {
      if (isLoginEntry(state)) navigate(-1);
      else navigate(target, { replace: true });
    },
  });
  if (wechat.isLeaving) return <WechatWait text={words.wechatStarting} />;
  return (
    <>
      <NavBar title={messages.titles.login} />
      <main className={styles.page}>
        <header className={styles.head}>
          <img src="/favicon.svg" alt="" width={56} height={56} />
          <h2 className={styles.welcome}>{words.welcome}</h2>
          <p className={styles.hint}>{words.welcomeHint}</p>
        </header>
        {user.loginType === "wechat" && (
          <Button size="large" className={styles.wechat} onPress={wechat.start}>
            {words.wechat}
          </Button>
        )}
        {user.hasWechatFailed && (
          <p className={styles.note} role="alert">
            {problemText(problem)}
          </p>
        )}
        <LoginForm form={form} submit={words.submit} hasInvite />
        {user.loginType === "sms" && user.canUseWechat && (
          <Button look="plain" size="large" className={styles.again} onPress={wechat.start}>
            {words.wechat}
          </Button>
        )}
      </main>
    </>
  );
});

function isLoginEntry(state: unknown): state is LoginEntry {
  return isRecord(state) && state.isTargetBelow === true;
}

function problemText(problem: TripResult | null): string {
  const { wechatProblems } = words;
  return problem === "refused" || problem === "snapshot" ? wechatProblems[problem] : wechatProblems.failed;
}
