import { observer } from "mobx-react-lite";
import { cx } from "#web/shared/ui/cx.ts";
import { consoleMessages } from "../../consoleMessages.ts";
import { customerMessages } from "../../customerMessages.ts";
import styles from "./DueClock.module.css";

const words = customerMessages.request;
const soonMs = 10 * 60_000;

interface DueClockProps {
  /** When a request is granted if nobody answers (ISO, UTC); null when it waits for a person. */
  dueAt: string | null;
  clock: { readonly now: number };
}

/** How long there is to answer a request, counting down. */
export const DueClock = observer(function DueClock({ dueAt, clock }: DueClockProps) {
  if (dueAt === null) return <span className={styles.clock}>{words.waitsForStaff}</span>;
  const leftMs = Date.parse(dueAt) - clock.now;
  const text = leftMs <= 0 ? words.overdue : words.due(consoleMessages.duration(Math.ceil(leftMs / 1_000)));
  return <span className={cx(styles.clock, leftMs < soonMs && styles.soon)}>{text}</span>;
});
