import { Modal } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { useModalEntry } from "#web/ui/useModal.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays below the scrolling part: the buttons. */
  footer?: ReactNode;
  /** Pixels. */
  width?: number;
}

/** Dialog of the staff's pages; Esc, Back, the cross and the backdrop close it. Open while rendered. */
export function Dialog({ title, onClose, children, footer = null, width = 480 }: DialogProps) {
  useModalEntry(true, onClose);
  // antd gives the focus back when a dialog closes, not when it leaves the page with what rendered it.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus()), [opener]);
  return (
    <Modal open title={title} onCancel={onClose} footer={footer} width={width} centered>
      {children}
    </Modal>
  );
}
