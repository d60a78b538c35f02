import { Progress } from "react-vant/es/progress/index.js";
import "react-vant/es/progress/style/index.css";
import { Icon } from "#web/ui/Icon.tsx";
import { ImageWithFallback } from "#web/ui/ImageWithFallback.tsx";
import { refundMessages } from "../refundMessages.ts";
import styles from "./RefundImages.module.css";

const messages = refundMessages;

interface RefundImageView {
  readonly key: string;
  readonly previewUrl: string;
  readonly state: "sending" | "sent" | "failed" | "unreadable";
  readonly progress: number;
}

interface RefundImagesProps {
  images: readonly RefundImageView[];
  /** Number of images that may still be added. */
  remaining: number;
  onAdd: (files: File[]) => void;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

/** Images of a form as small squares with their upload progress, and a square to add more. */
export function RefundImages({ images, remaining, onAdd, onRetry, onRemove }: RefundImagesProps) {
  return (
    <ul className={styles.pictures}>
      {images.map((image, index) => (
        <li key={image.key} className={styles.picture}>
          {image.state === "unreadable" ? (
            <span className={styles.unreadable}>
              <Icon name="info" size={22} />
            </span>
          ) : (
            <ImageWithFallback
              src={image.previewUrl}
              alt={messages.pictureOf(index + 1)}
              width={96}
              height={96}
              fallback={<span className={styles.unreadable} />}
            />
          )}
          {image.state === "sending" && (
            <span className={styles.veil} role="status">
              {messages.progress(Math.floor(image.progress * 100))}
              <Progress
                className={styles.progress ?? ""}
                percentage={image.progress * 100}
                showPivot={false}
              />
            </span>
          )}
          {image.state === "failed" && (
            <button
              type="button"
              className={styles.veil}
              aria-label={messages.retryPicture(index + 1)}
              onClick={() => onRetry(image.key)}
            >
              {messages.failedShort}
            </button>
          )}
          <button
            type="button"
            className={styles.remove}
            aria-label={messages.removePicture(index + 1)}
            onClick={() => onRemove(image.key)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {remaining > 0 && (
        <li>
          <label className={styles.add}>
            <Icon name="plus" size={28} />
            <input
              type="file"
              accept="image/*"
              multiple
              aria-label={messages.addPicture}
              onChange={({ target }) => {
                onAdd(Array.from(target.files ?? []));
                // Allows choosing the same image again after it was removed.
                target.value = "";
              }}
            />
          </label>
        </li>
      )}
    </ul>
  );
}
