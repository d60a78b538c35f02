import { clsx } from "clsx";
import { type ReactNode, useRef } from "react";
import { Popup } from "react-vant/es/popup/index.js";
import "react-vant/es/overlay/style/index.css";
import "react-vant/es/popup/style/index.css";
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

/** react-vant's Popup at the bottom, as a labelled dialog; Esc, Back, the cross and the backdrop close it. */
export function BottomSheet(props: BottomSheetProps) {
  return (
    <Popup
      visible={props.open}
      onClose={props.onClose}
      position="bottom"
      round
      destroyOnClose
      duration={240}
      className={clsx(styles.sheet, props.isTall && styles.tall, !props.open && styles.leaving)}
    >
      <Panel {...props} />
    </Popup>
  );
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
