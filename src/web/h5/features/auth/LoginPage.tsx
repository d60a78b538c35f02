import { observer } from "mobx-react-lite";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { iconPath } from "#contract/chain-settings/brand.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { brandName } from "#web/lib/brandName.ts";
import { useLoginForm } from "#web/lib/login/useLoginForm.ts";
import { safeRedirect } from "#web/lib/routing/safeRedirect.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { success } from "#web/ui/notify.ts";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import { readInviteCode } from "../invite/inviteCode.ts";
import { ConsentBox } from "../legal/components/ConsentBox.tsx";
import { LoginForm } from "./components/LoginForm.tsx";
import { WechatLoading } from "./components/WechatLoading.tsx";
import styles from "./LoginPage.module.css";
import { authMessages } from "./messages.ts";
import { deletionPath, userStore } from "./UserStore.ts";
import { useConsentBox } from "./useConsentBox.ts";
import type { LoginEntry } from "./useGoToLogin.ts";
import { useWechatLogin } from "./useWechatLogin.ts";
import { parseWechatAuthResult, type WechatAuthResult } from "./WechatAuthSession.ts";

/** `/login`: by SMS code, inside WeChat by WeChat first; returns to the page the customer came from. */
export const LoginPage = observer(function LoginPage() {
  const user = useStore(userStore);
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const target = safeRedirect(query.get("redirect"));
  const problem = parseWechatAuthResult(query.get("wechat"));
  const wechat = useWechatLogin(target, problem);
  const consent = useConsentBox();
  const form = useLoginForm({
    success,
    invite: readInviteCode(),
    sendCode: user.sendCode,
    login: async (values) => user.login({ ...values, consent: await consent.findVersions() }),
    findObstacle: consent.findObstacle,
    resultMessages: authMessages,
    onDone: () => {
      if (user.user?.deletion_due_at) navigate(deletionPath, { replace: true });
      else if (isLoginEntry(state)) navigate(-1);
      else navigate(target, { replace: true });
    },
  });
  if (wechat.isLeaving) return <WechatLoading text={authMessages.wechatStarting} />;
  return (
    <>
      <NavBar title={navigationMessages.titles.login} />
      <main className={styles.page}>
        <header className={styles.head}>
          <img src={iconPath} alt="" width={56} height={56} />
          <h2 className={styles.welcome}>{authMessages.welcome(brandName())}</h2>
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
        <LoginForm
          form={form}
          submit={authMessages.submit}
          hasInvite
          consent={
            consent.isOffered && (
              <ConsentBox
                isTicked={consent.isTicked}
                onChange={(isTicked) => {
                  consent.setIsTicked(isTicked);
                  form.clearProblems();
                }}
              />
            )
          }
        />
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
