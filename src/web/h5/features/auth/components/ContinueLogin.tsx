import { iconPath } from "#contract/chain-settings/brand.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { authMessages } from "../messages.ts";
import styles from "./ContinueLogin.module.css";

const messages = authMessages;

interface ContinueLoginProps {
  isBusy: boolean;
  onContinue: () => void;
  /** Switches to the login by phone number. */
  onOther: () => void;
}

/** Confirmation before a login that this device has no stored session of. */
export function ContinueLogin({ isBusy, onContinue, onOther }: ContinueLoginProps) {
  return (
    <main className={styles.page}>
      <img src={iconPath} alt="" width={64} height={64} />
      <p className={styles.text}>{messages.wechatStateLost}</p>
      <Button size="large" className={styles.wechat} isBusy={isBusy} onPress={onContinue}>
        {messages.wechatContinue}
      </Button>
      <Button variant="plain" size="large" onPress={onOther}>
        {messages.wechatOther}
      </Button>
    </main>
  );
}
