import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { consoleMessages } from "../console/consoleMessages.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import styles from "./Countdown.module.css";

const messages = customerMessages.request;
const soonMs = 10 * 60_000;

interface CountdownProps {
  /** When a request is approved automatically (ISO, UTC); null if it waits for staff. */
  dueAt: string | null;
  clock: { readonly now: number };
}

/** Time left to answer a request, counting down. */
export const Countdown = observer(function Countdown({ dueAt, clock }: CountdownProps) {
  if (dueAt === null) return <span className={styles.clock}>{messages.waitsForStaff}</span>;
  const leftMs = Date.parse(dueAt) - clock.now;
  const text =
    leftMs <= 0 ? messages.overdue : messages.due(consoleMessages.duration(Math.ceil(leftMs / 1_000)));
  return <span className={clsx(styles.clock, leftMs < soonMs && styles.soon)}>{text}</span>;
});
