import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { CountBadge } from "#web/ui/CountBadge/CountBadge.tsx";
import { unreadMessages } from "../unreadMessages.ts";
import { useUnreadCount } from "../useUnreadCount.ts";
import styles from "./UnreadBadge.module.css";

/**
 * Unread count on the tab 我的. It is part of the code that loads after the first paint and enters the tab bar
 * through a portal, so that the entry chunk does not contain it.
 */
export const UnreadBadge = observer(function UnreadBadge() {
  const unread = useUnreadCount();
  const [tab, setTab] = useState<Element | null>(null);
  useEffect(() => setTab(document.querySelector('nav a[href="/profile"]')), []);
  if (tab === null || unread === 0) return null;
  return createPortal(
    <span className={styles.place}>
      <CountBadge count={unread} label={unreadMessages.count(unread)} />
    </span>,
    tab,
  );
});
