import { observer } from "mobx-react-lite";
import { useRef } from "react";
import { messageMax } from "#contract/chat/limits.ts";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { chatMessages } from "../chatMessages.ts";
import { ChatComposer } from "../features/chat/ChatComposer.tsx";
import { ChatSkeleton } from "../features/chat/ChatSkeleton.tsx";
import { ChatStart } from "../features/chat/ChatStart.tsx";
import { useVisibleArea } from "../features/chat/useVisibleArea.ts";
import { homeMessages } from "../homeMessages.ts";
import { chatStateStore } from "../stores/ChatStateStore.ts";
import { type ChatStore, chatStore } from "../stores/ChatStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./CustomerServicePage.module.css";
import { CustomerServicePageOrder } from "./CustomerServicePageOrder.tsx";
import { CustomerServicePageThread } from "./CustomerServicePageThread.tsx";
import { useChat } from "./useChat.ts";

/** `/customer-service`: the conversation with customer service; `order_id` puts an order at hand. */
export const CustomerServicePage = observer(function CustomerServicePage() {
  const chat = useStore(chatStore);
  const page = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useVisibleArea(page);
  const refresh = useChat(chat);
  const ask = (question: string) => {
    chat.setDraft(question);
    field.current?.focus();
  };
  return (
    <div ref={page} className={styles.page}>
      <NavBar title={homeMessages.titles.customerService} back="/profile" />
      <Hours />
      <main className={styles.main}>
        <Conversation chat={chat} onRetry={refresh} onQuestion={ask} />
      </main>
      <CustomerServicePageOrder onSend={chat.outbox.sendOrder} />
      <ChatComposer
        field={field}
        text={chat.draft}
        max={messageMax}
        onText={chat.setDraft}
        onSend={chat.sendDraft}
        onPictures={(files) => {
          for (const file of files) chat.outbox.sendPicture(file);
        }}
      />
    </div>
  );
});

interface ConversationProps {
  chat: ChatStore;
  onRetry: () => void;
  onQuestion: (question: string) => void;
}

const Conversation = observer(function Conversation({ chat, onRetry, onQuestion }: ConversationProps) {
  if (chat.items.length > 0 && (chat.isOpen || chat.opening.status === "failed"))
    return <CustomerServicePageThread chat={chat} />;
  if (chat.isOpen) return <ChatStart onQuestion={onQuestion} />;
  if (chat.opening.status === "failed") return <FailedState text={chatMessages.failed} onRetry={onRetry} />;
  return <ChatSkeleton />;
});

/** When nobody answers now, when somebody does. */
const Hours = observer(function Hours() {
  const state = useStore(chatStateStore).state.value;
  if (state === undefined || state.isOnline || state.hoursText === "") return null;
  return (
    <p className={styles.hours} role="note">
      {chatMessages.hours.closed(state.hoursText)}
    </p>
  );
});
