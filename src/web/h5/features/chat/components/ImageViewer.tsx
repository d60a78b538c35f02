import { useRef } from "react";
import { createPortal } from "react-dom";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { useModal } from "#web/ui/useModal.ts";
import { chatMessages } from "../messages.ts";
import styles from "./ImageViewer.module.css";

interface ImageViewerProps {
  open: boolean;
  src: string;
  name: string;
  onClose: () => void;
}

/** Full-screen image; a tap, the cross, Esc and the phone's Back close it, two fingers zoom. */
export function ImageViewer(props: ImageViewerProps) {
  return props.open ? createPortal(<ImageViewerDialog {...props} />, document.body) : null;
}

function ImageViewerDialog({ src, name, open, onClose }: ImageViewerProps) {
  const layer = useRef<HTMLDivElement>(null);
  useModal(layer, open, onClose);
  return (
    <div
      ref={layer}
      className={styles.layer}
      role="dialog"
      aria-modal="true"
      aria-label={chatMessages.picture.viewer}
      tabIndex={-1}
    >
      <div className={styles.ground} onClick={onClose} aria-hidden="true">
        <img src={src} alt={name} />
      </div>
      <button type="button" className={styles.close} aria-label={commonMessages.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
