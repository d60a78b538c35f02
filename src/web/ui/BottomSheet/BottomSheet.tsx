import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { commonMessages } from "../../lib/commonMessages.ts";
import { Icon } from "../Icon.tsx";
import { useModal } from "../useModal.ts";
import styles from "./BottomSheet.module.css";

interface BottomSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Fills nearly the whole screen, for forms and searches. */
  isTall?: boolean;
  /** Control left of the cross, for example 清空. */
  extra?: ReactNode;
  /** Stays below the scrolling part. */
  footer?: ReactNode;
}

const transitionMs = 240;

/** Panel that rises from the bottom over a backdrop; Esc, the cross and the backdrop close it. */
export function BottomSheet(props: BottomSheetProps) {
  const isPresent = useExitTransition(props.open);
  if (!isPresent) return null;
  return createPortal(<Panel {...props} />, document.body);
}

function Panel({ open, onClose, title, children, isTall = false, extra, footer }: BottomSheetProps) {
  const panel = useRef<HTMLDivElement>(null);
  useModal(panel, open, onClose);
  return (
    <div className={clsx(styles.layer, !open && styles.leaving)}>
      <div className={styles.dim} onClick={onClose} aria-hidden="true" />
      <div
        ref={panel}
        className={clsx(styles.panel, isTall && styles.tall)}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
      >
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {extra}
          <button type="button" className={styles.close} aria-label={commonMessages.close} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {footer !== undefined && <div className={styles.foot}>{footer}</div>}
      </div>
    </div>
  );
}

/** Keeps the panel mounted during the exit transition. */
function useExitTransition(open: boolean): boolean {
  const [isMounted, setIsMounted] = useState(open);
  useEffect(() => {
    if (open) {
      setIsMounted(true);
      return;
    }
    const timer = setTimeout(() => setIsMounted(false), transitionMs);
    return () => clearTimeout(timer);
  }, [open]);
  return open || isMounted;
}
