import { App, Modal } from "antd";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { toastDurationMs } from "#contract/constants.ts";
import { useModalEntry } from "#web/ui/useModal.ts";
import { uiMessages } from "./uiMessages.ts";

/** Yes-or-no question; buttons without a text of their own say 确定 and 取消. */
export interface ConfirmOptions {
  title: string;
  message?: ReactNode;
  confirmText?: string;
  cancelText?: string;
}

interface Question extends ConfirmOptions {
  answer: (isConfirmed: boolean) => void;
}

interface Host {
  message: ReturnType<typeof App.useApp>["message"];
  ask: (question: Question) => void;
}

/** A question is asked about what an open dialog (1000) shows. */
const aboveOtherDialogs = 1100;

let mountedHost: Host | null = null;

function getHost(): Host {
  if (mountedHost === null) throw new Error("NotifyHost is not mounted");
  return mountedHost;
}

/** Shows what `toast`, `success` and `confirm` are called with; mounted once, inside the theme. */
export function NotifyHost() {
  const { message } = App.useApp();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    mountedHost = {
      message,
      ask: (next) => {
        setQuestion(next);
        setIsOpen(true);
      },
    };
    return () => {
      mountedHost = null;
    };
  }, [message]);
  const answer = (isConfirmed: boolean) => {
    setIsOpen(false);
    question?.answer(isConfirmed);
  };
  useModalEntry(isOpen, () => answer(false));
  return (
    <Modal
      open={isOpen}
      title={question?.title}
      okText={question?.confirmText ?? uiMessages.save}
      cancelText={question?.cancelText ?? uiMessages.cancel}
      onOk={() => answer(true)}
      onCancel={() => answer(false)}
      rootClassName="staff-question"
      zIndex={aboveOtherDialogs}
      width={416}
      centered
    >
      {question?.message}
    </Modal>
  );
}

/** Shows a short text for two seconds; resolves when it is visible. */
export function toast(text: string): Promise<void> {
  return new Promise((resolve) => {
    void getHost().message.open({
      type: "info",
      content: <ToastText text={text} onShown={resolve} />,
      duration: toastDurationMs / 1000,
      key: text,
    });
  });
}

interface ToastTextProps {
  text: string;
  onShown: () => void;
}

/** antd shows a message some time after the call; `onShown` is called then. */
function ToastText({ text, onShown }: ToastTextProps) {
  useEffect(onShown, [onShown]);
  return text;
}

/** Shows a short text with a tick for two seconds. */
export function success(text: string): void {
  void getHost().message.open({
    type: "success",
    content: text,
    duration: toastDurationMs / 1000,
    key: text,
  });
}

/** Shows a yes-or-no question; resolves with true if the member of staff agrees. Esc, Back and the backdrop mean no. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => getHost().ask({ ...options, answer: resolve }));
}
