import { observer } from "mobx-react-lite";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { ConversationHeader } from "./ConversationHeader.tsx";
import styles from "./ConversationPanel.module.css";
import { MessageComposer } from "./MessageComposer.tsx";
import { MessageHistory } from "./MessageHistory.tsx";

const messages = consoleMessages.thread;

interface ConversationPanelProps {
  me: Staff;
  onDetails: () => void;
}

/** Middle column: the selected customer's conversation with its field. */
export const ConversationPanel = observer(function ConversationPanel({
  me,
  onDetails,
}: ConversationPanelProps) {
  const { conversation } = useAdminStore(consoleStore);
  if (conversation === undefined) {
    return (
      <section className={styles.column} aria-label={messages.label}>
        <div className={styles.nobody}>
          <EmptyState illustration="soon" text={messages.choose} />
          <p className={styles.hint}>{messages.chooseHint}</p>
        </div>
      </section>
    );
  }
  return (
    <section className={styles.column} aria-label={messages.label}>
      <ConversationHeader me={me} onDetails={onDetails} />
      <MessageHistory key={`lines ${conversation.userId}`} conversation={conversation} />
      <MessageComposer key={`field ${conversation.userId}`} conversation={conversation} />
    </section>
  );
});
