import { observer } from "mobx-react-lite";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { isRecord } from "#web/shared/api/readReply.ts";
import { LoginForm } from "#web/shared/login/LoginForm.tsx";
import { useLoginForm } from "#web/shared/login/useLoginForm.ts";
import { safeRedirect } from "#web/shared/routing/safeRedirect.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { parseWechatAuthResult, type WechatAuthResult } from "../features/user/WechatTrip.ts";
import { WechatLoading } from "../features/user/WechatWait.tsx";
import { readInviteCode } from "../inviteCode.ts";
import { appMessages } from "../messages.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./LoginPage.module.css";
import type { LoginEntry } from "./useLoginLink.ts";
import { useWechatLogin } from "./useWechatLogin.ts";

const authMessages = appMessages.auth;

/** `/login`: by SMS code, and inside WeChat by WeChat first; leads back to where the customer wanted to go. */
export const LoginPage = observer(function LoginPage() {
  const user = useStore(userStore);
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const target = safeRedirect(query.get("redirect"));
  const problem = parseWechatAuthResult(query.get("wechat"));
  const wechat = useWechatLogin(target, problem);
  const form = useLoginForm({
    invite: readInviteCode(),
    sendCode: user.sendCode,
    login: user.login,
    resultMessages: authMessages,
    onDone: () => {
      if (isLoginEntry(state)) navigate(-1);
      else navigate(target, { replace: true });
    },
  });
  if (wechat.isLeaving) return <WechatLoading text={authMessages.wechatStarting} />;
  return (
    <>
      <NavBar title={appMessages.titles.login} />
      <main className={styles.page}>
        <header className={styles.head}>
          <img src="/favicon.svg" alt="" width={56} height={56} />
          <h2 className={styles.welcome}>{authMessages.welcome}</h2>
          <p className={styles.hint}>{authMessages.welcomeHint}</p>
        </header>
        {user.loginType === "wechat" && (
          <Button size="large" className={styles.wechat} onPress={wechat.start}>
            {authMessages.wechat}
          </Button>
        )}
        {user.hasWechatFailed && (
          <p className={styles.note} role="alert">
            {wechatProblemText(problem)}
          </p>
        )}
        <LoginForm form={form} submit={authMessages.submit} hasInvite />
        {user.loginType === "sms" && user.canUseWechat && (
          <Button variant="plain" size="large" className={styles.again} onPress={wechat.start}>
            {authMessages.wechat}
          </Button>
        )}
      </main>
    </>
  );
});

function isLoginEntry(state: unknown): state is LoginEntry {
  return isRecord(state) && state.isTargetBelow === true;
}

function wechatProblemText(problem: WechatAuthResult | null): string {
  const { wechatProblems } = authMessages;
  return problem === "refused" || problem === "snapshot" ? wechatProblems[problem] : wechatProblems.failed;
}
