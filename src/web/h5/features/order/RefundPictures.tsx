import { Icon } from "#web/shared/ui/Icon.tsx";
import { Photo } from "#web/shared/ui/Photo.tsx";
import { refundMessages } from "../../refundMessages.ts";
import styles from "./RefundPictures.module.css";

const words = refundMessages;

interface ShownPicture {
  readonly key: string;
  readonly previewUrl: string;
  readonly state: "sending" | "sent" | "failed" | "unreadable";
  readonly share: number;
}

interface RefundPicturesProps {
  pictures: readonly ShownPicture[];
  /** How many more there may be. */
  room: number;
  onAdd: (files: File[]) => void;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

/** The pictures of a form as small squares with how far each has come, and a square that takes more. */
export function RefundPictures({ pictures, room, onAdd, onRetry, onRemove }: RefundPicturesProps) {
  return (
    <ul className={styles.pictures}>
      {pictures.map((picture, index) => (
        <li key={picture.key} className={styles.picture}>
          {picture.state === "unreadable" ? (
            <span className={styles.unreadable}>
              <Icon name="info" size={22} />
            </span>
          ) : (
            <Photo
              src={picture.previewUrl}
              alt={words.pictureOf(index + 1)}
              width={96}
              height={96}
              fallback={<span className={styles.unreadable} />}
            />
          )}
          {picture.state === "sending" && (
            <span className={styles.veil} role="status">
              {words.progress(Math.floor(picture.share * 100))}
            </span>
          )}
          {picture.state === "failed" && (
            <button
              type="button"
              className={styles.veil}
              aria-label={words.retryPicture(index + 1)}
              onClick={() => onRetry(picture.key)}
            >
              {words.failedShort}
            </button>
          )}
          <button
            type="button"
            className={styles.remove}
            aria-label={words.removePicture(index + 1)}
            onClick={() => onRemove(picture.key)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {room > 0 && (
        <li>
          <label className={styles.add}>
            <Icon name="plus" size={28} />
            <input
              type="file"
              accept="image/*"
              multiple
              aria-label={words.addPicture}
              onChange={({ target }) => {
                onAdd(Array.from(target.files ?? []));
                // The same picture may be chosen again after it was removed.
                target.value = "";
              }}
            />
          </label>
        </li>
      )}
    </ul>
  );
}
