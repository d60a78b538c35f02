import { checkoutMessages } from "../../checkout/messages.ts";
import styles from "./MiniProgramPayNotice.module.css";

const messages = checkoutMessages.pay.miniProgram;

interface MiniProgramPayNoticeProps {
  /** The order's own address, to be opened where WeChat can pay. */
  link: string;
  onCopy: (link: string) => void;
}

/** How an order is paid that is looked at inside a mini-program, whose web-view has no payment sheet. */
export function MiniProgramPayNotice({ link, onCopy }: MiniProgramPayNoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <p className={styles.title}>{messages.title}</p>
      <p>{messages.hint}</p>
      <p className={styles.link}>{link}</p>
      <button type="button" className={styles.copy} onClick={() => onCopy(link)}>
        {messages.copy}
      </button>
    </div>
  );
}
