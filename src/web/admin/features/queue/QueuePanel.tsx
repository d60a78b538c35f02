import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Staff } from "#contract/staff/auth/schema.ts";

import { SegmentedControl } from "#web/ui/SegmentedControl/SegmentedControl.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { ConnectionNotice } from "../../ui/ConnectionNotice/ConnectionNotice.tsx";
import { ConsoleIcon } from "../../ui/ConsoleIcon.tsx";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { isSoundOn, saveSoundOn } from "../console/consoleStorage.ts";
import { newMessageSound } from "../console/useConsoleEvents.ts";
import { RefundRequestList } from "../refund/RefundRequestList.tsx";
import { ConversationQueue } from "./ConversationQueue.tsx";
import styles from "./QueuePanel.module.css";

const messages = consoleMessages;
const lists = { queue: messages.lists.queue, refunds: messages.lists.refunds };

interface QueuePanelProps {
  me: Staff;
  /** Opens the customer panel, where it is not always visible. */
  onDetails: () => void;
}

/** Left column: conversations to answer, and refund requests. */
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
  const [isOn, setIsOn] = useState(isSoundOn);
  const label = isOn ? messages.sound.on : messages.sound.off;
  const toggle = () => {
    saveSoundOn(!isOn);
    if (!isOn) newMessageSound.play();
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
