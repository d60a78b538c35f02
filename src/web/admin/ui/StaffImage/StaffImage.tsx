import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type LoadImage, useImage } from "#web/lib/chat/useImage.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { useModal } from "#web/ui/useModal.ts";
import { consoleMessages } from "../../features/console/consoleMessages.ts";
import styles from "./StaffImage.module.css";

const messages = consoleMessages.picture;

interface StaffImageProps {
  url: string | null;
  /** Local preview of an image that was just chosen. */
  previewUrl?: string | null;
  /** Description for screen readers. */
  name: string;
  /** In px; reserved before the image loads. */
  size: { readonly width: number; readonly height: number };
  load: LoadImage;
}

/** Image of a customer or of staff, which needs a staff token; a press shows it full-size. */
export function StaffImage({ url, previewUrl = null, name, size, load }: StaffImageProps) {
  const containerRef = useRef<HTMLSpanElement>(null);
  const { src, hasFailed, retry } = useImage(containerRef, url, previewUrl, load);
  const [isOpen, setIsOpen] = useState(false);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const isBroken = src !== null && brokenSrc === src;
  return (
    <span ref={containerRef} className={styles.place} style={size}>
      {isBroken && <span className={styles.failed}>{commonMessages.imageBroken}</span>}
      {src !== null && !isBroken && (
        <button
          type="button"
          className={styles.open}
          aria-label={messages.open(name)}
          onClick={() => setIsOpen(true)}
        >
          <img src={src} alt="" {...size} onError={() => setBrokenSrc(src)} />
        </button>
      )}
      {src === null && hasFailed && (
        <button type="button" className={styles.failed} onClick={retry}>
          {messages.failed}
        </button>
      )}
      {isOpen &&
        src !== null &&
        !isBroken &&
        createPortal(<Viewer src={src} name={name} onClose={() => setIsOpen(false)} />, document.body)}
    </span>
  );
}

interface ViewerProps {
  src: string;
  name: string;
  onClose: () => void;
}

function Viewer({ src, name, onClose }: ViewerProps) {
  const dialogRef = useRef<HTMLDivElement>(null);
  useModal(dialogRef, true, onClose);
  return (
    <div
      ref={dialogRef}
      className={styles.layer}
      role="dialog"
      aria-modal="true"
      aria-label={messages.viewer}
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
