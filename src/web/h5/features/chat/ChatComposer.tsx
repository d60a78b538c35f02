import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";
import { Button } from "#web/shared/ui/Button.tsx";
import { cx } from "#web/shared/ui/cx.ts";
import { chatMessages } from "../../chatMessages.ts";
import styles from "./ChatComposer.module.css";

const words = chatMessages.composer;
/** From here on it is said how much room is left. */
const hintFrom = 900;
const tallestPx = 112;
const accepted = "image/jpeg,image/png,image/webp";

interface ChatComposerProps {
  field: RefObject<HTMLTextAreaElement>;
  text: string;
  /** Code points that a message may have. */
  max: number;
  onText: (text: string) => void;
  onSend: () => void;
  onPictures: (files: File[]) => void;
}

/** The field with its two buttons. Enter sends, unless it ends a word of the input method or Shift is held. */
export function ChatComposer({ field, text, max, onText, onSend, onPictures }: ChatComposerProps) {
  const length = Array.from(text).length;
  const canSend = text.trim() !== "" && length <= max;
  useGrowing(field, text);
  const hear = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <div className={styles.composer}>
      {length >= hintFrom && (
        <p className={cx(styles.hint, length > max && styles.over)} role="status">
          {length > max ? words.over(length - max) : words.left(max - length)}
        </p>
      )}
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) onSend();
        }}
      >
        <PictureButton onPictures={onPictures} />
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          aria-label={words.field}
          placeholder={words.field}
          value={text}
          enterKeyHint="send"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={hear}
        />
        {/* Taking the focus would put the keyboard away after each message. */}
        <span className={styles.send} onPointerDown={(event) => event.preventDefault()}>
          <Button type="submit" disabled={!canSend}>
            {words.send}
          </Button>
        </span>
      </form>
    </div>
  );
}

function PictureButton({ onPictures }: Pick<ChatComposerProps, "onPictures">) {
  return (
    <label className={styles.picture}>
      <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" focusable="false">
        <path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.1" />
      </svg>
      <input
        type="file"
        accept={accepted}
        multiple
        aria-label={words.picture}
        onChange={({ target }) => {
          onPictures(Array.from(target.files ?? []));
          // The same picture may be chosen again.
          target.value = "";
        }}
      />
    </label>
  );
}

/** The Enter that ends a word of the input method; Safari tells of the end first, and only the old key code knows. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
}

/** The field is as tall as its text, up to four lines. */
function useGrowing(field: RefObject<HTMLTextAreaElement>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is the occasion, though it is not read
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(tallestPx, element.scrollHeight)}px`;
  }, [field, text]);
}
