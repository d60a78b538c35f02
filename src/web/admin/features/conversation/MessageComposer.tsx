import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { maxMessageLength } from "#contract/chat/limits.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { SegmentedControl } from "#web/ui/SegmentedControl/SegmentedControl.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { ConsoleIcon } from "../../ui/ConsoleIcon.tsx";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { CannedReplyMenu } from "./CannedReplyMenu.tsx";
import type { Conversation } from "./Conversation.ts";
import styles from "./MessageComposer.module.css";
import { type CannedReplies, useCannedReplies } from "./useCannedReplies.ts";

const messages = consoleMessages.composer;
const modes = messages.modes;

/** Field for a reply to the customer, or a note that only colleagues see. */
export const MessageComposer = observer(function MessageComposer({
  conversation,
}: {
  conversation: Conversation;
}) {
  const [mode, setMode] = useState<keyof typeof modes>(conversation.note === "" ? "reply" : "note");
  return (
    <div className={clsx(styles.composer, mode === "note" && styles.noting)}>
      <div className={styles.mode}>
        <SegmentedControl label={messages.modeLabel} labels={modes} value={mode} onChange={setMode} />
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
  const canned = useCannedReplies(conversation, () => field.current?.focus());
  const excessCharacters = Array.from(conversation.draft.trim()).length - maxMessageLength;
  const canSend = conversation.draft.trim() !== "" && excessCharacters <= 0 && !canned.isOpen;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || canned.handleKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (canSend) conversation.sendDraft();
  };
  return (
    <>
      {canned.isOpen && (
        <CannedReplyMenu
          id={menuId}
          replies={canned.replies}
          selectedIndex={canned.selectedIndex}
          onSelect={canned.select}
        />
      )}
      <textarea
        ref={field}
        className={styles.field}
        data-reply
        rows={3}
        aria-label={messages.label}
        placeholder={messages.field}
        {...menuState(canned, menuId)}
        value={conversation.draft}
        onChange={({ target }) => canned.type(target.value)}
        onKeyDown={onKeyDown}
        onPaste={({ clipboardData }) => sendImages(conversation, clipboardData.files)}
      />
      {excessCharacters > 0 && <p role="alert">{messages.over(excessCharacters)}</p>}
      <div className={styles.tools}>
        <label className={styles.tool} title={messages.picture}>
          <ConsoleIcon name="picture" />
          <input
            type="file"
            accept="image/*"
            multiple
            aria-label={messages.picture}
            onChange={({ target }) => {
              sendImages(conversation, target.files);
              // Allows choosing the same image again.
              target.value = "";
            }}
          />
        </label>
        <button
          type="button"
          className={styles.tool}
          aria-label={messages.canned}
          title={messages.canned}
          onClick={canned.open}
        >
          <ConsoleIcon name="canned" />
        </button>
        <Button size="small" className={styles.send} disabled={!canSend} onPress={conversation.sendDraft}>
          {messages.send}
        </Button>
      </div>
    </>
  );
});

function menuState(canned: CannedReplies, menuId: string) {
  if (!canned.isOpen) return {};
  return { "aria-controls": menuId, "aria-activedescendant": `${menuId}-${canned.selectedIndex}` };
}

interface NoteProps {
  conversation: Conversation;
  onDone: () => void;
}

/** Field for a note; it keeps its text until saved, even while another customer is selected. */
const Note = observer(function Note({ conversation, onDone }: NoteProps) {
  const { customer } = useAdminStore(consoleStore);
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
      setProblem(toErrorMessage(error, messages.noteFailed));
      setIsSaving(false);
    }
  };
  return (
    <>
      <textarea
        className={styles.field}
        data-reply
        rows={3}
        maxLength={maxMessageLength}
        aria-label={messages.noteField}
        placeholder={messages.noteField}
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
          {messages.saveNote}
        </Button>
      </div>
    </>
  );
});

/** Enter that only confirms an input-method composition sends nothing. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

function sendImages(conversation: Conversation, files: FileList | null): void {
  for (const file of Array.from(files ?? []))
    if (file.type.startsWith("image/")) conversation.outbox.sendImage(file);
}
