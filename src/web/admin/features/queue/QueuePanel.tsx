import MutedOutlined from "@ant-design/icons/MutedOutlined";
import SoundOutlined from "@ant-design/icons/SoundOutlined";
import { Badge, Button, Flex, Segmented } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { ConnectionNotice } from "../../ui/ConnectionNotice/ConnectionNotice.tsx";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { isSoundOn, saveSoundOn } from "../console/consoleStorage.ts";
import { newMessageSound } from "../console/useConsoleEvents.ts";
import { RefundRequestList } from "../refund/RefundRequestList.tsx";
import styles from "./ConversationQueue.module.css";
import { ConversationQueue } from "./ConversationQueue.tsx";

const messages = consoleMessages;

interface QueuePanelProps {
  me: Staff;
  /** Opens the customer panel, where it is not always visible. */
  onDetails: () => void;
}

/** Left column: conversations to answer, and refund requests. */
export const QueuePanel = observer(function QueuePanel({ me, onDetails }: QueuePanelProps) {
  const store = useAdminStore(consoleStore);
  const [list, setList] = useState<"queue" | "refunds">("queue");
  const toLabel = (text: string, count: number) => (
    <>
      {text} <Badge size="small" count={count} title={null} />
    </>
  );
  return (
    <section aria-label={messages.lists.label}>
      <Flex vertical gap={8} className={styles.head}>
        <Flex component="header" justify="space-between" align="center">
          <h1>{adminMessages.titles.console}</h1>
          <SoundSwitch />
        </Flex>
        <ConnectionNotice />
        <Segmented
          block
          aria-label={messages.lists.label}
          options={[
            { value: "queue" as const, label: toLabel(messages.lists.queue, store.unread) },
            { value: "refunds" as const, label: toLabel(messages.lists.refunds, store.openRequests) },
          ]}
          value={list}
          onChange={setList}
        />
      </Flex>
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
    <Button
      type="text"
      icon={isOn ? <SoundOutlined /> : <MutedOutlined />}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={toggle}
    />
  );
}
