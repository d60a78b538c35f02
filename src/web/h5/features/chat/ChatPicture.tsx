import { useRef, useState } from "react";
import type { ChatImage } from "#web/shared/chat/KeptMessage.ts";
import { type LoadPicture, usePicture } from "#web/shared/chat/usePicture.ts";
import { texts } from "#web/shared/texts.ts";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { chatMessages } from "../../chatMessages.ts";
import styles from "./ChatPicture.module.css";
import { PictureViewer } from "./PictureViewer.tsx";

const words = chatMessages.picture;
const longestPx = 180;
const shortestPx = 72;

interface ChatPictureProps {
  image: ChatImage | null;
  previewUrl: string | null;
  /** What it is, for who does not see it. */
  name: string;
  /** How far it has come, from 0 to 1, while it is being sent; null otherwise. */
  share: number | null;
  load: LoadPicture;
}

/** A picture in a bubble, which a tap shows in full. Its place has its size before it is there, so nothing jumps. */
export function ChatPicture({ image, previewUrl, name, share, load }: ChatPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const { src, hasFailed, retry } = usePicture(place, image?.url ?? null, previewUrl, load);
  const [isOpen, setIsOpen] = useState(false);
  const size = sizeOf(image);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const isBroken = src !== null && brokenSrc === src;
  return (
    <div ref={place} className={styles.place} style={size}>
      {isBroken && <p className={styles.failed}>{texts.pictureBroken}</p>}
      {src !== null && !isBroken && (
        <button
          type="button"
          className={styles.open}
          aria-label={words.open(name)}
          onClick={() => setIsOpen(true)}
        >
          <img src={src} alt={name} {...size} onError={() => setBrokenSrc(src)} />
        </button>
      )}
      {src === null && hasFailed && (
        <button type="button" className={styles.failed} onClick={retry}>
          <Icon name="info" size={20} />
          <span>{words.failed}</span>
        </button>
      )}
      {share !== null && (
        <span className={styles.veil} role="status">
          {chatMessages.states.progress(Math.floor(share * 100))}
        </span>
      )}
      {src !== null && !isBroken && (
        <PictureViewer open={isOpen} src={src} name={name} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}

/** As large as fits a bubble; very long ones are cut, and shown whole when they are opened. */
function sizeOf(image: ChatImage | null): { width: number; height: number } {
  if (image === null || image.width <= 0 || image.height <= 0) return { width: longestPx, height: longestPx };
  const scale = longestPx / Math.max(image.width, image.height);
  const side = (px: number) => Math.max(shortestPx, Math.round(px * Math.min(1, scale)));
  return { width: side(image.width), height: side(image.height) };
}
