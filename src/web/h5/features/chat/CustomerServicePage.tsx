import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { NoticeBar } from "react-vant/es/notice-bar/index.js";
import "react-vant/es/notice-bar/style/index.css";
import { maxMessageLength } from "#contract/chat/limits.ts";
import { logError } from "#web/lib/logError.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { settingsStore } from "../../app/SettingsStore.ts";
import { unreadStore } from "../../app/UnreadStore.ts";
import { useStore } from "../../app/useStores.ts";
import { type ChatStore, chatStore } from "./ChatStore.ts";
import styles from "./CustomerServicePage.module.css";
import { AttachedOrderSection } from "./components/AttachedOrderSection.tsx";
import { ChatComposer } from "./components/ChatComposer.tsx";
import { ChatWelcome } from "./components/ChatWelcome.tsx";
import { ConversationMessages } from "./components/ConversationMessages.tsx";
import { chatMessages } from "./messages.ts";
import { useConversation } from "./useConversation.ts";
import { useVisualViewport } from "./useVisualViewport.ts";

/** `/customer-service`: conversation with customer service; `order_id` attaches an order. */
export const CustomerServicePage = observer(function CustomerServicePage() {
  const chat = useStore(chatStore);
  const page = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useVisualViewport(page);
  const refresh = useConversation(chat);
  const fillQuestion = (question: string) => {
    chat.setDraft(question);
    field.current?.focus();
  };
  return (
    <div ref={page} className={styles.page}>
      <NavBar title={navigationMessages.titles.customerService} back="/profile" right={<ServicePhone />} />
      <ServiceHours />
      <main className={styles.main}>
        <ConversationArea chat={chat} onRetry={refresh} onQuestion={fillQuestion} />
      </main>
      <AttachedOrderSection onSend={chat.outbox.sendOrder} />
      <ChatComposer
        field={field}
        text={chat.draft}
        max={maxMessageLength}
        onText={chat.setDraft}
        onSend={chat.sendDraft}
        onImages={(files) => {
          for (const file of files) chat.outbox.sendImage(file);
        }}
      />
    </div>
  );
});

interface ConversationAreaProps {
  chat: ChatStore;
  onRetry: () => void;
  onQuestion: (question: string) => void;
}

const ConversationArea = observer(function ConversationArea({
  chat,
  onRetry,
  onQuestion,
}: ConversationAreaProps) {
  if (chat.items.length > 0 && (chat.isLoaded || chat.latest.status === "failed"))
    return <ConversationMessages chat={chat} />;
  if (chat.isLoaded) return <ChatWelcome onQuestion={onQuestion} />;
  if (chat.latest.status === "failed") return <ErrorState text={chatMessages.failed} onRetry={onRetry} />;
  return <Skeleton shape="line" className={styles.skeleton} />;
});

/** Link that calls customer service, if the chain has a number. */
const ServicePhone = observer(function ServicePhone() {
  const store = useStore(settingsStore);
  useEffect(() => {
    store.load().catch((error: unknown) => logError("loading the settings failed", error));
  }, [store]);
  const phone = store.settings.value?.service_phone ?? "";
  if (phone === "") return null;
  return (
    <a href={`tel:${phone}`} className={styles.call} aria-label={chatMessages.call(phone)}>
      <Icon name="phone" />
    </a>
  );
});

/** Service hours, shown while no staff are available. */
const ServiceHours = observer(function ServiceHours() {
  const status = useStore(unreadStore).state.value;
  if (status === undefined || status.isOnline || status.hoursText === "") return null;
  return <NoticeBar wrapable scrollable={false} text={chatMessages.hours.closed(status.hoursText)} />;
});
