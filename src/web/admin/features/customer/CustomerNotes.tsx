import { observer } from "mobx-react-lite";
import { useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { LoadMoreRow } from "../../ui/LoadMoreRow/LoadMoreRow.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import styles from "./CustomerNotes.module.css";
import { customerMessages } from "./customerMessages.ts";

const messages = customerMessages.notes;
const noteMax = 1_000;

/** Notes of staff about the customer, newest first, and a field for a new one. */
export const CustomerNotes = observer(function CustomerNotes() {
  const { notes } = useAdminStore(consoleStore).customer;
  if (!notes.hasLoaded && notes.pages.status === "failed") {
    const retry = () => void logErrors("loading notes failed", notes.reload());
    return <ErrorState text={toErrorMessage(notes.pages.error, messages.failed)} onRetry={retry} />;
  }
  if (!notes.hasLoaded) return <Skeleton rows={2} shape="line" />;
  return (
    <>
      <NoteField />
      {notes.items.length === 0 && <p className={styles.empty}>{messages.empty}</p>}
      <ul className={styles.notes} aria-label={messages.label}>
        {notes.items.map((note) => (
          <li key={note.id} className={styles.note}>
            <p className={styles.text}>{note.content}</p>
            <p className={styles.by}>
              {note.author.name} · <time dateTime={note.created_at}>{formatDateTime(note.created_at)}</time>
            </p>
          </li>
        ))}
        <LoadMoreRow list={notes} />
      </ul>
    </>
  );
});

const NoteField = observer(function NoteField() {
  const { customer } = useAdminStore(consoleStore);
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
      setProblem(toErrorMessage(error, messages.saveFailed));
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
        aria-label={messages.field}
        placeholder={messages.field}
        maxLength={noteMax}
        rows={3}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {problem !== "" && <p role="alert">{problem}</p>}
      <Button type="submit" size="small" variant="plain" disabled={text.trim() === ""} isBusy={isSaving}>
        {messages.save}
      </Button>
    </form>
  );
});
