import { paymentMessages } from "../messages.ts";
import styles from "./MiniProgramPayNotice.module.css";

const messages = paymentMessages.miniProgram;

interface MiniProgramPayNoticeProps {
  /** Link of the order, to be opened where WeChat can pay. */
  link: string;
  onCopy: (link: string) => void;
}

/** Instructions for paying inside a mini-program, whose web-view has no payment sheet. */
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
