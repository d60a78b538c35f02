import { Avatar, Badge } from "antd";
import { consoleMessages } from "../console/consoleMessages.ts";
import styles from "./CustomerAvatar.module.css";

interface CustomerAvatarProps {
  name: string;
  isOnline: boolean;
}

/** First character of a customer's name, with a dot that says whether the customer is online. */
export function CustomerAvatar({ name, isOnline }: CustomerAvatarProps) {
  const { online, offline } = consoleMessages.queue;
  return (
    <Badge
      dot
      status={isOnline ? "success" : "default"}
      offset={[-5, 29]}
      role="img"
      aria-label={isOnline ? online : offline}
    >
      <Avatar size={34} className={styles.avatar ?? ""}>
        {Array.from(name)[0]}
      </Avatar>
    </Badge>
  );
}
