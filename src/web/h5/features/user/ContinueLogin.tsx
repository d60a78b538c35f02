import { Button } from "#web/shared/ui/Button.tsx";
import { messages } from "../../messages.ts";
import styles from "./ContinueLogin.module.css";

const words = messages.auth;

interface ContinueLoginProps {
  isBusy: boolean;
  onContinue: () => void;
  /** The login by phone number instead. */
  onOther: () => void;
}

/** One tap before a login that the device does not remember to have begun. */
export function ContinueLogin({ isBusy, onContinue, onOther }: ContinueLoginProps) {
  return (
    <main className={styles.page}>
      <img src="/favicon.svg" alt="" width={64} height={64} />
      <p className={styles.text}>{words.wechatUnknown}</p>
      <Button size="large" className={styles.wechat} isBusy={isBusy} onPress={onContinue}>
        {words.wechatGoOn}
      </Button>
      <Button look="plain" size="large" onPress={onOther}>
        {words.wechatOther}
      </Button>
    </main>
  );
}
