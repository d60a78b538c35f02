import { useRef } from "react";
import { createPortal } from "react-dom";
import { commonMessages } from "../../lib/commonMessages.ts";
import { Icon } from "../Icon.tsx";
import { ImageWithFallback } from "../ImageWithFallback.tsx";
import { useModal } from "../useModal.ts";
import styles from "./ImageViewer.module.css";

interface ImageViewerProps {
  open: boolean;
  /** Name of the dialog for screen readers. */
  label: string;
  src: string;
  /** Description of the image. */
  name: string;
  onClose: () => void;
}

/** Full-screen image; a tap, the cross, Esc and the phone's Back close it, two fingers zoom. */
export function ImageViewer(props: ImageViewerProps) {
  return props.open ? createPortal(<ImageViewerDialog {...props} />, document.body) : null;
}

function ImageViewerDialog({ src, name, label, open, onClose }: ImageViewerProps) {
  const layer = useRef<HTMLDivElement>(null);
  useModal(layer, open, onClose);
  return (
    <div
      ref={layer}
      className={styles.layer}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
    >
      <div className={styles.ground} onClick={onClose} aria-hidden="true">
        <ImageWithFallback
          src={src}
          alt={name}
          fallback={<span className={styles.broken}>{commonMessages.imageBroken}</span>}
        />
      </div>
      <button type="button" className={styles.close} aria-label={commonMessages.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
