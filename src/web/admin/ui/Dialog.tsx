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
  /** Whether it asks before it drops what was typed; by default those with `submit`. */
  isForm?: boolean;
  /** Pixels. */
  width?: number;
}

/**
 * Dialog of the staff's pages; Esc, Back, the cross and the backdrop close it, and ask before if something was typed into a
 * form. Open while rendered.
 */
export function Dialog(props: DialogProps) {
  const {
    title,
    onClose,
    children,
    footer = null,
    submit,
    isForm = submit !== undefined,
    width = 480,
  } = props;
  const isTyped = useRef(false);
  const closeOrAsk = () => {
    const asks = isForm && isTyped.current;
    if (asks) void confirm(uiMessages.dropForm).then((isAgreed) => isAgreed && onClose());
    else onClose();
    return asks;
  };
  useModalEntry(true, closeOrAsk);
  // antd gives the focus back when a dialog closes, not when it leaves the page with what rendered it.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus()), [opener]);
  return (
    <Modal
      open
      title={title}
      onCancel={closeOrAsk}
      footer={submit === undefined ? footer : <SubmitFooter submit={submit} onClose={onClose} />}
      width={width}
      centered
    >
      <div
        onInput={() => {
          isTyped.current = true;
        }}
      >
        {children}
      </div>
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
