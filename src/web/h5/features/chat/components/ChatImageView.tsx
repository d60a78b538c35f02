import { useRef, useState } from "react";
import type { ChatImage } from "#web/lib/chat/StoredMessage.ts";
import { type LoadImage, useImage } from "#web/lib/chat/useImage.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { ImageViewer } from "#web/ui/ImageViewer/ImageViewer.tsx";
import { chatMessages } from "../messages.ts";
import styles from "./ChatImageView.module.css";

const messages = chatMessages.picture;
const maxSidePx = 180;
const minSidePx = 72;

interface ChatImageViewProps {
  image: ChatImage | null;
  previewUrl: string | null;
  /** Text alternative of the image. */
  name: string;
  /** Upload progress from 0 to 1 while sending; null otherwise. */
  progress: number | null;
  load: LoadImage;
}

/**
 * Image in a bubble; a tap opens it full screen. Its box has the final size before loading, so nothing jumps.
 */
export function ChatImageView({ image, previewUrl, name, progress, load }: ChatImageViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const { src, hasFailed, retry } = useImage(container, image?.url ?? null, previewUrl, load);
  const [isOpen, setIsOpen] = useState(false);
  const size = fitSize(image);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const isBroken = src !== null && brokenSrc === src;
  return (
    <div ref={container} className={styles.place} style={size}>
      {isBroken && <p className={styles.failed}>{commonMessages.imageBroken}</p>}
      {src !== null && !isBroken && (
        <button
          type="button"
          className={styles.open}
          aria-label={messages.open(name)}
          onClick={() => setIsOpen(true)}
        >
          <img src={src} alt={name} {...size} onError={() => setBrokenSrc(src)} />
        </button>
      )}
      {src === null && hasFailed && (
        <button type="button" className={styles.failed} onClick={retry}>
          <Icon name="info" size={20} />
          <span>{messages.failed}</span>
        </button>
      )}
      {progress !== null && (
        <span className={styles.veil} role="status">
          {chatMessages.states.progress(Math.floor(progress * 100))}
        </span>
      )}
      {src !== null && !isBroken && (
        <ImageViewer
          open={isOpen}
          label={messages.viewer}
          src={src}
          name={name}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

/**
 * Returns the largest size (px) that fits a bubble; very long images are cropped, and shown whole when
 * opened.
 */
function fitSize(image: ChatImage | null): { width: number; height: number } {
  if (image === null || image.width <= 0 || image.height <= 0) return { width: maxSidePx, height: maxSidePx };
  const scale = maxSidePx / Math.max(image.width, image.height);
  const side = (px: number) => Math.max(minSidePx, Math.round(px * Math.min(1, scale)));
  return { width: side(image.width), height: side(image.height) };
}
