import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Staff } from "#contract/service-auth/schema.ts";

import { SegmentedControl } from "#web/shared/ui/Segments.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { adminMessages } from "../messages.ts";
import { ConnectionNotice } from "../parts/ConnectionNotice.tsx";
import { consoleStore } from "../stores/DeskStore.ts";
import { ConsoleIcon } from "../ui/DeskIcon.tsx";
import { RefundRequestList } from "./ConsolePageCases.tsx";
import styles from "./ConsolePageQueue.module.css";
import { ConversationQueue } from "./ConsolePageSessions.tsx";
import { newMessageSound } from "./useDeskLife.ts";

const messages = consoleMessages;
const lists = { queue: messages.lists.queue, refunds: messages.lists.refunds };

interface QueuePanelProps {
  me: Staff;
  /** The customer's side is wanted, where it is not always there. */
  onDetails: () => void;
}

/** The left column: who waits for words, and who for money. */
export const QueuePanel = observer(function QueuePanel({ me, onDetails }: QueuePanelProps) {
  const store = useAdminStore(consoleStore);
  const [list, setList] = useState<keyof typeof lists>("queue");
  return (
    <section className={styles.column} aria-label={messages.lists.label}>
      <header className={styles.head}>
        <h1 className={styles.title}>{adminMessages.titles.console}</h1>
        <SoundSwitch />
      </header>
      <ConnectionNotice />
      <div className={styles.lists}>
        <SegmentedControl
          label={messages.lists.label}
          labels={lists}
          value={list}
          onChange={setList}
          counts={{ queue: store.unread, refunds: store.openRequests }}
          isLarge
        />
      </div>
      {list === "queue" ? <ConversationQueue me={me} /> : <RefundRequestList onChosen={onDetails} />}
    </section>
  );
});

function SoundSwitch() {
  const [isOn, setIsOn] = useState(() => newMessageSound.isOn);
  const label = isOn ? messages.sound.on : messages.sound.off;
  const toggle = () => {
    newMessageSound.setOn(!isOn);
    setIsOn(!isOn);
  };
  return (
    <button
      type="button"
      className={styles.sound}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      <ConsoleIcon name={isOn ? "sound" : "mute"} />
    </button>
  );
}
