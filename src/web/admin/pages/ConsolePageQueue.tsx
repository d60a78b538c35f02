import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Staff } from "#contract/service-auth/schema.ts";

import { Segments } from "#web/shared/ui/Segments.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { messages } from "../messages.ts";
import { ConnectionNotice } from "../parts/ConnectionNotice.tsx";
import { deskStore } from "../stores/DeskStore.ts";
import { DeskIcon } from "../ui/DeskIcon.tsx";
import { ConsolePageCases } from "./ConsolePageCases.tsx";
import styles from "./ConsolePageQueue.module.css";
import { ConsolePageSessions } from "./ConsolePageSessions.tsx";
import { beeper } from "./useDeskLife.ts";

const words = consoleMessages;
const lists = { queue: words.lists.queue, refunds: words.lists.refunds };

interface ConsolePageQueueProps {
  me: Staff;
  /** The customer's side is wanted, where it is not always there. */
  onDetails: () => void;
}

/** The left column: who waits for words, and who for money. */
export const ConsolePageQueue = observer(function ConsolePageQueue({ me, onDetails }: ConsolePageQueueProps) {
  const desk = useAdminStore(deskStore);
  const [list, setList] = useState<keyof typeof lists>("queue");
  return (
    <section className={styles.column} aria-label={words.lists.label}>
      <header className={styles.head}>
        <h1 className={styles.title}>{messages.titles.console}</h1>
        <SoundSwitch />
      </header>
      <ConnectionNotice />
      <div className={styles.lists}>
        <Segments
          label={words.lists.label}
          names={lists}
          chosen={list}
          onChoose={setList}
          counts={{ queue: desk.unread, refunds: desk.openRequests }}
          isLarge
        />
      </div>
      {list === "queue" ? <ConsolePageSessions me={me} /> : <ConsolePageCases onChosen={onDetails} />}
    </section>
  );
});

function SoundSwitch() {
  const [isOn, setIsOn] = useState(() => beeper.isOn);
  const label = isOn ? words.sound.on : words.sound.off;
  const turn = () => {
    beeper.switch(!isOn);
    setIsOn(!isOn);
  };
  return (
    <button
      type="button"
      className={styles.sound}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={turn}
    >
      <DeskIcon name={isOn ? "sound" : "mute"} />
    </button>
  );
}
