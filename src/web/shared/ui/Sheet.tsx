import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { texts } from "../texts.ts";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import styles from "./Sheet.module.css";
import { useLayer } from "./useLayer.ts";

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Fills nearly the whole screen, for forms and searches. */
  isTall?: boolean;
  /** A control left of the cross, for example 清空. */
  extra?: ReactNode;
  /** Stays below the scrolling part. */
  footer?: ReactNode;
}

const riseMs = 240;

/** A panel that rises from the bottom over a dimmed page; Esc, the cross and the dimmed page close it. */
export function Sheet(props: SheetProps) {
  const isPresent = usePresence(props.open);
  if (!isPresent) return null;
  return createPortal(<Panel {...props} />, document.body);
}

function Panel({ open, onClose, title, children, isTall = false, extra, footer }: SheetProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayer(panel, open, onClose);
  return (
    <div className={cx(styles.layer, !open && styles.leaving)}>
      <div className={styles.dim} onClick={onClose} aria-hidden="true" />
      <div
        ref={panel}
        className={cx(styles.panel, isTall && styles.tall)}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
      >
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {extra}
          <button type="button" className={styles.close} aria-label={texts.close} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {footer !== undefined && <div className={styles.foot}>{footer}</div>}
      </div>
    </div>
  );
}

/** Keeps the panel while it goes down. */
function usePresence(open: boolean): boolean {
  const [isKept, setIsKept] = useState(open);
  useEffect(() => {
    if (open) {
      setIsKept(true);
      return;
    }
    const timer = setTimeout(() => setIsKept(false), riseMs);
    return () => clearTimeout(timer);
  }, [open]);
  return open || isKept;
}
