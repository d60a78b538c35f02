import { Button, Modal } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { useModalEntry } from "#web/ui/useModal.ts";
import { uiMessages } from "./uiMessages.ts";

/** Button that sends a form; beside it 取消 closes the dialog. */
interface SubmitButton {
  text: string;
  onPress: () => void;
  isBusy?: boolean;
  isDisabled?: boolean;
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays below the scrolling part: the buttons. */
  footer?: ReactNode;
  /** Footer of a form, in place of `footer`. */
  submit?: SubmitButton;
  /** Pixels. */
  width?: number;
}

/** Dialog of the staff's pages; Esc, Back, the cross and the backdrop close it. Open while rendered. */
export function Dialog({ title, onClose, children, footer = null, submit, width = 480 }: DialogProps) {
  useModalEntry(true, onClose);
  // antd gives the focus back when a dialog closes, not when it leaves the page with what rendered it.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus()), [opener]);
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      footer={submit === undefined ? footer : <SubmitFooter submit={submit} onClose={onClose} />}
      width={width}
      centered
    >
      {children}
    </Modal>
  );
}

function SubmitFooter({ submit, onClose }: { submit: SubmitButton; onClose: () => void }) {
  const { text, onPress, isBusy = false, isDisabled = false } = submit;
  return (
    <>
      <Button onClick={onClose}>{uiMessages.cancel}</Button>
      <Button type="primary" loading={isBusy} disabled={isDisabled} onClick={onPress}>
        {text}
      </Button>
    </>
  );
}
