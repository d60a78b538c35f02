import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useModal } from "#web/ui/useModal.ts";
import { paymentMessages } from "../messages.ts";
import styles from "./OpenInBrowserNotice.module.css";

const messages = paymentMessages;

/** Notice that WeChat cannot pay here; shows on demand how to open the page in a browser. */
export function OpenInBrowserNotice() {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.text}>{messages.openBrowser}</span>
      <button type="button" className={styles.how} onClick={() => setIsShown(true)}>
        {messages.openBrowserHelp}
      </button>
      {isShown && createPortal(<InstructionsOverlay onDone={() => setIsShown(false)} />, document.body)}
    </div>
  );
}

function InstructionsOverlay({ onDone }: { onDone: () => void }) {
  const overlay = useRef<HTMLDivElement>(null);
  useModal(overlay, true, onDone);
  return (
    <div
      ref={overlay}
      className={styles.mask}
      role="dialog"
      aria-modal="true"
      aria-label={messages.openBrowser}
      tabIndex={-1}
    >
      <svg className={styles.arrow} viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
        <path d="M8 88C44 84 78 56 84 14M66 28 84 10l10 22" />
      </svg>
      <ol className={styles.steps}>
        {messages.openBrowserSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <button type="button" className={styles.done} onClick={onDone}>
        {messages.openBrowserDone}
      </button>
    </div>
  );
}
