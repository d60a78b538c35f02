import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Popup } from "react-vant/es/popup/index.js";
import "react-vant/es/overlay/style/index.css";
import "react-vant/es/popup/style/index.css";
import { commonMessages } from "../../lib/commonMessages.ts";
import { useIsMounted } from "../../lib/routing/useIsMounted.ts";
import { Icon } from "../Icon.tsx";
import { useModal } from "../useModal.ts";
import styles from "./BottomSheet.module.css";

const slideMs = 240;
/** Time after which the content has surely been removed if it was not forgotten. */
const marginMs = 100;

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

/** react-vant's Popup at the bottom, as a labelled dialog; Esc, Back, the cross and the backdrop close it. */
export function BottomSheet(props: BottomSheetProps) {
  const exitCount = useExitCount(props.open);
  const isMounted = useIsMounted();
  // A popup is a portal, which the server cannot render, even while it is closed.
  if (!isMounted) return null;
  return (
    <Popup
      key={exitCount}
      visible={props.open}
      onClose={props.onClose}
      position="bottom"
      round
      destroyOnClose
      duration={slideMs}
      className={clsx(styles.sheet, props.isTall && styles.tall, !props.open && styles.leaving)}
    >
      <Panel {...props} />
    </Popup>
  );
}

/**
 * Counts how often the sheet has slid out. With the next number react-vant's Popup is mounted anew: the timer that
 * removes its content is lost when Suspense hides the page while the sheet slides out, and the content would stay.
 */
function useExitCount(open: boolean): number {
  const [exitCount, setExitCount] = useState(0);
  const hasOpened = useRef(false);
  useEffect(() => {
    if (open) hasOpened.current = true;
    if (open || !hasOpened.current) return;
    const timer = setTimeout(() => setExitCount((count) => count + 1), slideMs + marginMs);
    return () => clearTimeout(timer);
  }, [open]);
  return exitCount;
}

function Panel({ open, onClose, title, children, extra, footer }: BottomSheetProps) {
  const panel = useRef<HTMLDivElement>(null);
  useModal(panel, open, onClose);
  return (
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
        {extra}
        <button type="button" className={styles.close} aria-label={commonMessages.close} onClick={onClose}>
          <Icon name="close" size={20} />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </div>
  );
}
