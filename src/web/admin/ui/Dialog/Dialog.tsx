import { type ReactNode, useRef } from "react";
import { createPortal } from "react-dom";
import { Icon } from "#web/ui/Icon.tsx";
import { useModal } from "#web/ui/useModal.ts";
import { uiMessages } from "../uiMessages.ts";
import styles from "./Dialog.module.css";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays below the scrolling part: the buttons. */
  footer?: ReactNode;
}

/** Centred dialog for desktop screens; Esc, the cross and the backdrop close it. Open while rendered. */
export function Dialog({ title, onClose, children, footer }: DialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  useModal(panel, true, onClose);
  return createPortal(
    <div className={styles.layer}>
      <div className={styles.dim} onClick={onClose} aria-hidden="true" />
      <div
        ref={panel}
        className={styles.panel}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
      >
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          <button type="button" className={styles.close} aria-label={uiMessages.close} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {footer !== undefined && <div className={styles.foot}>{footer}</div>}
      </div>
    </div>,
    document.body,
  );
}
