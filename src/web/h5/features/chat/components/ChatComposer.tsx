import { clsx } from "clsx";
import type { KeyboardEvent, RefObject } from "react";
import { Button } from "#web/ui/Button/Button.tsx";
import { GrowingField } from "#web/ui/TextArea/GrowingField.tsx";
import { chatMessages } from "../messages.ts";
import styles from "./ChatComposer.module.css";

const messages = chatMessages.composer;
/** Length from which the remaining characters are shown. */
const counterThreshold = 900;
const acceptedTypes = "image/jpeg,image/png,image/webp";

interface ChatComposerProps {
  field: RefObject<HTMLTextAreaElement>;
  text: string;
  /** Maximum length of a message in code points. */
  max: number;
  onText: (text: string) => void;
  onSend: () => void;
  onImages: (files: File[]) => void;
}

/** Input with its two buttons. Enter sends, except during input method composition or with Shift. */
export function ChatComposer({ field, text, max, onText, onSend, onImages }: ChatComposerProps) {
  const length = Array.from(text).length;
  const canSend = text.trim() !== "" && length <= max;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <div className={styles.composer}>
      {length >= counterThreshold && (
        <p className={clsx(styles.hint, length > max && styles.over)} role="status">
          {length > max ? messages.over(length - max) : messages.left(max - length)}
        </p>
      )}
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) onSend();
        }}
      >
        <ImageButton onImages={onImages} />
        <GrowingField className={styles.text} text={text || messages.field}>
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            aria-label={messages.field}
            placeholder={messages.field}
            value={text}
            enterKeyHint="send"
            onChange={(event) => onText(event.target.value)}
            onKeyDown={handleKeyDown}
          />
        </GrowingField>
        {/* Taking the focus would close the keyboard after each message. */}
        <span className={styles.send} onPointerDown={(event) => event.preventDefault()}>
          <Button type="submit" disabled={!canSend}>
            {messages.send}
          </Button>
        </span>
      </form>
    </div>
  );
}

function ImageButton({ onImages }: Pick<ChatComposerProps, "onImages">) {
  return (
    <label className={styles.picture}>
      <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" focusable="false">
        <path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.1" />
      </svg>
      <input
        type="file"
        accept={acceptedTypes}
        multiple
        aria-label={messages.picture}
        onChange={({ target }) => {
          onImages(Array.from(target.files ?? []));
          // Allows choosing the same image again.
          target.value = "";
        }}
      />
    </label>
  );
}

/**
 * Returns whether Enter ends an input method composition; Safari fires the end event first, so only the old
 * key code shows it.
 */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
}
