import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { messageMax } from "#contract/chat/limits.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { cx } from "#web/shared/ui/cx.ts";
import { Segments } from "#web/shared/ui/Segments.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { CannedMenu } from "../features/thread/CannedMenu.tsx";
import type { Conversation } from "../stores/Conversation.ts";
import { deskStore } from "../stores/DeskStore.ts";
import { DeskIcon } from "../ui/DeskIcon.tsx";
import styles from "./ThreadComposer.module.css";
import { type Canned, useCanned } from "./useCanned.ts";

const words = consoleMessages.composer;
const modes = words.modes;

/** The field: an answer to the customer, or a note that only colleagues see. */
export const ThreadComposer = observer(function ThreadComposer({
  conversation,
}: {
  conversation: Conversation;
}) {
  const [mode, setMode] = useState<keyof typeof modes>(conversation.note === "" ? "reply" : "note");
  return (
    <div className={cx(styles.composer, mode === "note" && styles.noting)}>
      <div className={styles.mode}>
        <Segments label={words.modeLabel} names={modes} chosen={mode} onChoose={setMode} />
      </div>
      {mode === "reply" ? (
        <Reply conversation={conversation} />
      ) : (
        <Note conversation={conversation} onDone={() => setMode("reply")} />
      )}
    </div>
  );
});

const Reply = observer(function Reply({ conversation }: { conversation: Conversation }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const menuId = useId();
  const canned = useCanned(conversation, () => field.current?.focus());
  const over = Array.from(conversation.draft.trim()).length - messageMax;
  const canSend = conversation.draft.trim() !== "" && over <= 0 && !canned.isOpen;
  const hear = (event: KeyboardEvent) => {
    if (isComposing(event) || canned.hear(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (canSend) conversation.sendDraft();
  };
  return (
    <>
      {canned.isOpen && (
        <CannedMenu id={menuId} replies={canned.replies} chosen={canned.chosen} onChoose={canned.choose} />
      )}
      <textarea
        ref={field}
        className={styles.field}
        data-reply
        rows={3}
        aria-label={words.label}
        placeholder={words.field}
        {...menuState(canned, menuId)}
        value={conversation.draft}
        onChange={({ target }) => canned.type(target.value)}
        onKeyDown={hear}
        onPaste={({ clipboardData }) => sendPictures(conversation, clipboardData.files)}
      />
      {over > 0 && <p role="alert">{words.over(over)}</p>}
      <div className={styles.tools}>
        <label className={styles.tool} title={words.picture}>
          <DeskIcon name="picture" />
          <input
            type="file"
            accept="image/*"
            multiple
            aria-label={words.picture}
            onChange={({ target }) => {
              sendPictures(conversation, target.files);
              // The same picture may be chosen again.
              target.value = "";
            }}
          />
        </label>
        <button
          type="button"
          className={styles.tool}
          aria-label={words.canned}
          title={words.canned}
          onClick={canned.open}
        >
          <DeskIcon name="canned" />
        </button>
        <Button size="small" className={styles.send} disabled={!canSend} onPress={conversation.sendDraft}>
          {words.send}
        </Button>
      </div>
    </>
  );
});

function menuState(canned: Canned, menuId: string) {
  if (!canned.isOpen) return {};
  return { "aria-controls": menuId, "aria-activedescendant": `${menuId}-${canned.chosen}` };
}

interface NoteProps {
  conversation: Conversation;
  onDone: () => void;
}

/** A note is kept in the field until it is saved, also while another customer is served. */
const Note = observer(function Note({ conversation, onDone }: NoteProps) {
  const { customer } = useAdminStore(deskStore);
  const text = conversation.note;
  const [problem, setProblem] = useState("");
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (text.trim() === "" || isSaving) return;
    setProblem("");
    setIsSaving(true);
    try {
      await customer.addNote(text.trim());
      conversation.setNote("");
      onDone();
    } catch (error) {
      setProblem(messageOf(error, words.noteFailed));
      setIsSaving(false);
    }
  };
  return (
    <>
      <textarea
        className={styles.field}
        data-reply
        rows={3}
        maxLength={messageMax}
        aria-label={words.noteField}
        placeholder={words.noteField}
        value={text}
        onChange={({ target }) => conversation.setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          void save();
        }}
      />
      {problem !== "" && <p role="alert">{problem}</p>}
      <div className={styles.tools}>
        <Button
          size="small"
          className={styles.send}
          disabled={text.trim() === ""}
          isBusy={isSaving}
          onPress={() => void save()}
        >
          {words.saveNote}
        </Button>
      </div>
    </>
  );
});

/** Enter that only ends the spelling of a Chinese word sends nothing. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

function sendPictures(conversation: Conversation, files: FileList | null): void {
  for (const file of Array.from(files ?? []))
    if (file.type.startsWith("image/")) conversation.outbox.sendPicture(file);
}
