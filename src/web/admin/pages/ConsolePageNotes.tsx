import { observer } from "mobx-react-lite";
import { useState } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { momentOf } from "../formatTime.ts";
import { deskStore } from "../stores/DeskStore.ts";
import { quietly } from "../stores/quietly.ts";
import styles from "./ConsolePageNotes.module.css";
import { MoreRows } from "./MoreRows.tsx";

const words = customerMessages.notes;
const noteMax = 1_000;

/** What staff wrote down about the customer, the newest first, and a field for more. */
export const ConsolePageNotes = observer(function ConsolePageNotes() {
  const { notes } = useAdminStore(deskStore).customer;
  if (!notes.isKnown && notes.pages.status === "failed") {
    const retry = () => void quietly("loading notes failed", notes.reload());
    return <FailedState text={messageOf(notes.pages.error, words.failed)} onRetry={retry} />;
  }
  if (!notes.isKnown) return <Skeleton rows={2} shape="line" />;
  return (
    <>
      <NoteField />
      {notes.items.length === 0 && <p className={styles.empty}>{words.empty}</p>}
      <ul className={styles.notes} aria-label={words.label}>
        {notes.items.map((note) => (
          <li key={note.id} className={styles.note}>
            <p className={styles.text}>{note.content}</p>
            <p className={styles.by}>
              {note.author.name} · <time dateTime={note.created_at}>{momentOf(note.created_at)}</time>
            </p>
          </li>
        ))}
        <MoreRows list={notes} />
      </ul>
    </>
  );
});

const NoteField = observer(function NoteField() {
  const { customer } = useAdminStore(deskStore);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setProblem("");
    setIsSaving(true);
    try {
      await customer.addNote(text.trim());
      setText("");
    } catch (error) {
      setProblem(messageOf(error, words.saveFailed));
    }
    setIsSaving(false);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        className={styles.field}
        aria-label={words.field}
        placeholder={words.field}
        maxLength={noteMax}
        rows={3}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {problem !== "" && <p role="alert">{problem}</p>}
      <Button type="submit" size="small" look="plain" disabled={text.trim() === ""} isBusy={isSaving}>
        {words.save}
      </Button>
    </form>
  );
});
