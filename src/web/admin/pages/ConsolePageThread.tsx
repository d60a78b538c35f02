import { observer } from "mobx-react-lite";
import type { Staff } from "#contract/service-auth/schema.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { deskStore } from "../stores/DeskStore.ts";
import styles from "./ConsolePageThread.module.css";
import { ThreadComposer } from "./ThreadComposer.tsx";
import { ThreadHead } from "./ThreadHead.tsx";
import { ThreadLines } from "./ThreadLines.tsx";

const words = consoleMessages.thread;

interface ConsolePageThreadProps {
  me: Staff;
  onDetails: () => void;
}

/** The middle column: the chosen customer's thread with its field. */
export const ConsolePageThread = observer(function ConsolePageThread({
  me,
  onDetails,
}: ConsolePageThreadProps) {
  const { conversation } = useAdminStore(deskStore);
  if (conversation === undefined) {
    return (
      <section className={styles.column} aria-label={words.label}>
        <div className={styles.nobody}>
          <EmptyState drawing="soon" text={words.choose} />
          <p className={styles.hint}>{words.chooseHint}</p>
        </div>
      </section>
    );
  }
  return (
    <section className={styles.column} aria-label={words.label}>
      <ThreadHead me={me} onDetails={onDetails} />
      <ThreadLines key={`lines ${conversation.userId}`} conversation={conversation} />
      <ThreadComposer key={`field ${conversation.userId}`} conversation={conversation} />
    </section>
  );
});
