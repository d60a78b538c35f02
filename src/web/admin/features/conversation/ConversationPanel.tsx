import { Empty } from "antd";
import { observer } from "mobx-react-lite";
import type { Staff } from "#contract/staff/auth/schema.ts";
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
export const ConversationPanel = observer(function ConversationPanel(props: ConversationPanelProps) {
  const { conversation } = useAdminStore(consoleStore);
  return (
    <section className={styles.panel} aria-label={messages.label}>
      {conversation === undefined ? (
        <Empty
          className={styles.empty ?? ""}
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={
            <>
              <p>{messages.choose}</p>
              <small>{messages.chooseHint}</small>
            </>
          }
        />
      ) : (
        <>
          <ConversationHeader {...props} />
          <MessageHistory key={`lines ${conversation.userId}`} conversation={conversation} />
          <MessageComposer key={`field ${conversation.userId}`} conversation={conversation} />
        </>
      )}
    </section>
  );
});
