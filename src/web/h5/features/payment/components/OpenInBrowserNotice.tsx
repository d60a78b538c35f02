import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Overlay } from "react-vant/es/overlay/index.js";
import "react-vant/es/overlay/style/index.css";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import { useModal } from "#web/ui/useModal.ts";
import { paymentMessages } from "../messages.ts";
import styles from "./OpenInBrowserNotice.module.css";

const messages = paymentMessages;

/** Notice that WeChat cannot pay here; shows on demand how to open the page in a browser. */
export function OpenInBrowserNotice() {
  const [isShown, setIsShown] = useState(false);
  const help = (
    <Button variant="plain" size="small" onPress={() => setIsShown(true)}>
      {messages.openBrowserHelp}
    </Button>
  );
  return (
    <Card isWarning actions={help}>
      {messages.openBrowser}
      {isShown && createPortal(<InstructionsOverlay onDone={() => setIsShown(false)} />, document.body)}
    </Card>
  );
}

function InstructionsOverlay({ onDone }: { onDone: () => void }) {
  const overlay = useRef<HTMLDivElement>(null);
  useModal(overlay, true, onDone);
  return (
    <Overlay visible className={styles.mask ?? ""}>
      <div
        ref={overlay}
        className={styles.instructions}
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
    </Overlay>
  );
}
