import { NoticeBar } from "react-vant/es/notice-bar/index.js";
import "react-vant/es/notice-bar/style/index.css";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { deletionPath } from "../../auth/UserStore.ts";
import { deletionMessages as messages } from "../accountDataMessages.ts";
import styles from "./DeletionNotice.module.css";

/** Says when the account is deleted, with a link to the page that cancels it. */
export function DeletionNotice({ dueAt }: { dueAt: string }) {
  return (
    <NoticeBar
      wrapable
      scrollable={false}
      text={messages.pendingNotice(formatDateTime(dueAt))}
      rightIcon={
        <AppLink to={deletionPath} className={styles.link}>
          {messages.toCancel}
        </AppLink>
      }
    />
  );
}
