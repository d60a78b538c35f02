import { Button, Modal } from "antd";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useModalEntry } from "#web/ui/useModal.ts";
import { confirm } from "./notify.tsx";
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

/**
 * Dialog of the staff's pages; Esc, Back, the cross and the backdrop close it, after a question if something was typed into a
 * form. Open while rendered.
 */
export function Dialog({ title, onClose, children, footer = null, submit, width = 480 }: DialogProps) {
  useModalEntry(true, onClose);
  const isTyped = useRef(false);
  const closeForm = async () => {
    if (!isTyped.current || (await confirm(uiMessages.dropForm))) onClose();
  };
  // antd gives the focus back when a dialog closes, not when it leaves the page with what rendered it.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus()), [opener]);
  return (
    <Modal
      open
      title={title}
      onCancel={submit === undefined ? onClose : () => void closeForm()}
      footer={submit === undefined ? footer : <SubmitFooter submit={submit} onClose={onClose} />}
      width={width}
      centered
    >
      {submit === undefined ? (
        children
      ) : (
        <div
          onInput={() => {
            isTyped.current = true;
          }}
        >
          {children}
        </div>
      )}
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
