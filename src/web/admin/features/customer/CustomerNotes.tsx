import { Flex } from "antd";
import { observer } from "mobx-react-lite";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { PagedRows } from "../console/PagedRows.tsx";
import { customerMessages } from "./customerMessages.ts";
import { NoteCard } from "./NoteCard.tsx";
import { NoteField } from "./NoteField.tsx";

const messages = customerMessages.notes;

/** Notes of staff about the customer, newest first, and a field for a new one. */
export const CustomerNotes = observer(function CustomerNotes() {
  const { conversation, customer } = useAdminStore(consoleStore);
  const { notes } = customer;
  return (
    <Flex vertical gap={12}>
      {notes.hasLoaded && conversation !== undefined && <NoteField conversation={conversation} />}
      <PagedRows list={notes} label={messages.label} messages={messages} reload={notes.reload} gap={8}>
        {notes.items.map((note) => (
          <li key={note.id}>
            <NoteCard
              by={
                <>
                  {note.author.name} ·{" "}
                  <time dateTime={note.created_at}>{formatDateTime(note.created_at)}</time>
                </>
              }
              text={note.content}
            />
          </li>
        ))}
      </PagedRows>
    </Flex>
  );
});
