import SearchOutlined from "@ant-design/icons/SearchOutlined";
import { Flex, Input, Segmented, Select } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { PagedRows } from "../console/PagedRows.tsx";
import { toOptions } from "../console/toOptions.ts";
import { useSelection } from "../console/useSelection.ts";
import styles from "./ConversationQueue.module.css";
import { QueueRow } from "./QueueRow.tsx";
import type { QueueView } from "./QueueStore.ts";
import { useQueueKeyboard } from "./useQueueKeyboard.ts";

const messages = consoleMessages.queue;
const filterOptions = toOptions(messages.filters);
const statusOptions = toOptions({ "": messages.anyStatus, ...messages.statuses });

/** Queue with its filters; the arrow keys move through it. */
export const ConversationQueue = observer(function ConversationQueue({ me }: { me: Staff }) {
  const store = useAdminStore(consoleStore);
  const { queue } = store;
  const { userId, choose } = useSelection();
  useQueueKeyboard();
  const open = (id: string) => {
    // Renders and focuses the field before the next key event: a key pressed in between would be lost.
    flushSync(() => store.selectCustomer(id));
    choose(id);
    document.querySelector<HTMLElement>("[data-reply]")?.focus();
  };
  const empty = queue.keyword === "" ? messages.empty : messages.emptySearch;
  return (
    <>
      <QueueFilters />
      <PagedRows
        list={queue.list}
        label={messages.label}
        messages={{ failed: messages.failed, empty }}
        reload={queue.reload}
        className={styles.rows}
      >
        {queue.rows.map((session) => (
          <QueueRow
            key={session.user_id}
            session={session}
            staffId={me.staff_id}
            isSelected={session.user_id === userId}
            clock={store.clock}
            onSelect={open}
          />
        ))}
      </PagedRows>
    </>
  );
});

/** Searches once typing pauses; a search covers all assignees and statuses. */
const QueueFilters = observer(function QueueFilters() {
  const { queue } = useAdminStore(consoleStore);
  const [typed, setTyped] = useState(queue.keyword);
  const keyword = useDebouncedValue(typed).trim();
  useEffect(() => {
    if (keyword === queue.keyword) return;
    queue.setView({ keyword });
    void logErrors("searching the queue failed", queue.reload());
  }, [queue, keyword]);
  const show = (view: QueueView) => {
    queue.setView(view);
    void logErrors("loading the queue failed", queue.reload());
  };
  return (
    <div className={styles.filters}>
      <search>
        <Input
          type="search"
          prefix={<SearchOutlined aria-hidden />}
          allowClear
          autoComplete="off"
          maxLength={50}
          aria-label={messages.search}
          placeholder={messages.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </search>
      {queue.keyword === "" ? (
        <Flex gap={8} justify="space-between">
          <Segmented
            aria-label={messages.filterLabel}
            options={filterOptions}
            value={queue.filter}
            onChange={(filter) => show({ filter })}
          />
          <Select
            aria-label={messages.statusLabel}
            options={statusOptions}
            value={queue.status}
            onChange={(status) => show({ status })}
          />
        </Flex>
      ) : (
        <small>{messages.everywhere}</small>
      )}
    </div>
  );
});
