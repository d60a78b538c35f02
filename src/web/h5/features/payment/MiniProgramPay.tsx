import { orderingMessages } from "../../orderingMessages.ts";
import styles from "./MiniProgramPay.module.css";

const words = orderingMessages.pay.miniProgram;

interface MiniProgramPayProps {
  /** The order's own address, to be opened where WeChat can pay. */
  link: string;
  onCopy: (link: string) => void;
}

/** How an order is paid that is looked at inside a mini-program, whose web-view has no payment sheet. */
export function MiniProgramPay({ link, onCopy }: MiniProgramPayProps) {
  return (
    <div className={styles.notice} role="status">
      <p className={styles.title}>{words.title}</p>
      <p>{words.ways}</p>
      <p className={styles.link}>{link}</p>
      <button type="button" className={styles.copy} onClick={() => onCopy(link)}>
        {words.copy}
      </button>
    </div>
  );
}
