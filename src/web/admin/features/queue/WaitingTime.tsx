import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { consoleMessages } from "../console/consoleMessages.ts";
import styles from "./WaitingTime.module.css";

const amberMs = 3 * 60_000;
const redMs = 10 * 60_000;

interface WaitingTimeProps {
  /** Start of the wait (ISO, UTC). */
  since: string;
  clock: { readonly now: number };
}

/** Running waiting time of a customer; amber from three minutes on, red from ten. */
export const WaitingTime = observer(function WaitingTime({ since, clock }: WaitingTimeProps) {
  const waitedMs = Math.max(0, clock.now - Date.parse(since));
  const text = consoleMessages.duration(Math.floor(waitedMs / 1_000));
  return (
    <span
      className={clsx(styles.waiting, waitedMs > redMs ? styles.red : waitedMs > amberMs && styles.amber)}
    >
      {consoleMessages.queue.waiting(text)}
    </span>
  );
});
