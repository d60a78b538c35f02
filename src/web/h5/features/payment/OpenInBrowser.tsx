import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLayer } from "#web/shared/ui/useLayer.ts";
import { orderingMessages } from "../../orderingMessages.ts";
import styles from "./OpenInBrowser.module.css";

const words = orderingMessages.pay;

/** Says that WeChat cannot pay here, and shows on demand how the page is opened in a browser. */
export function OpenInBrowser() {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.text}>{words.openBrowser}</span>
      <button type="button" className={styles.how} onClick={() => setIsShown(true)}>
        {words.openBrowserHow}
      </button>
      {isShown && createPortal(<Mask onDone={() => setIsShown(false)} />, document.body)}
    </div>
  );
}

function Mask({ onDone }: { onDone: () => void }) {
  const layer = useRef<HTMLDivElement>(null);
  useLayer(layer, true, onDone);
  return (
    <div
      ref={layer}
      className={styles.mask}
      role="dialog"
      aria-modal="true"
      aria-label={words.openBrowser}
      tabIndex={-1}
    >
      <svg className={styles.arrow} viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
        <path d="M8 88C44 84 78 56 84 14M66 28 84 10l10 22" />
      </svg>
      <ol className={styles.steps}>
        {words.openBrowserSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <button type="button" className={styles.done} onClick={onDone}>
        {words.openBrowserDone}
      </button>
    </div>
  );
}
