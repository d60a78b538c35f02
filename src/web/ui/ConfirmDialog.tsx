import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Dialog } from "react-vant/es/dialog/index.js";
// Imported explicitly, because a bundler that takes only the component out of react-vant's index drops its
// styles.
import "react-vant/es/dialog/style/index.css";
import { commonMessages } from "../lib/commonMessages.ts";
import { useModal } from "./useModal.ts";

/** Yes-or-no question; buttons without a text of their own say 确定 and 取消. */
export interface ConfirmOptions {
  title?: string;
  message?: string;
  confirmText?: string;
  cancelText?: string;
}

/**
 * Shows a question over the page; resolves with true if the customer agrees. Back, Esc and the backdrop mean
 * no.
 */
export function openConfirmDialog(options: ConfirmOptions): Promise<boolean> {
  const host = document.createElement("div");
  host.setAttribute("role", "alertdialog");
  host.setAttribute("aria-modal", "true");
  host.setAttribute("aria-label", options.title ?? options.message ?? "");
  // Takes the focus while the dialog is open.
  host.tabIndex = -1;
  host.style.outline = "none";
  document.body.append(host);
  const root = createRoot(host);
  const remove = () => {
    // React must not be unmounted from within its own rendering.
    setTimeout(() => {
      root.unmount();
      host.remove();
    });
  };
  return new Promise((resolve) => {
    root.render(<ConfirmDialog options={options} host={host} onAnswer={resolve} onClosed={remove} />);
  });
}

interface ConfirmDialogProps {
  options: ConfirmOptions;
  host: HTMLElement;
  onAnswer: (isConfirmed: boolean) => void;
  /** Called when the dialog has faded out. */
  onClosed: () => void;
}

function ConfirmDialog({ options, host, onAnswer, onClosed }: ConfirmDialogProps) {
  const {
    title,
    message,
    confirmText = commonMessages.confirm,
    cancelText = commonMessages.cancel,
  } = options;
  // react-vant animates a change to visible, not a dialog mounted as visible.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  const dialogRef = useRef(host);
  const answer = (isConfirmed: boolean) => {
    // An answered question takes no taps and is announced no more while it fades out.
    host.inert = true;
    host.setAttribute("aria-hidden", "true");
    setIsOpen(false);
    onAnswer(isConfirmed);
  };
  useModal(dialogRef, isOpen, () => answer(false));
  return (
    <Dialog
      visible={isOpen}
      teleport={host}
      {...(title !== undefined && { title })}
      {...(message !== undefined && { message })}
      showCancelButton
      confirmButtonText={confirmText}
      cancelButtonText={cancelText}
      closeOnClickOverlay
      closeOnPopstate={false}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
      onClose={() => answer(false)}
      onClosed={onClosed}
    />
  );
}
