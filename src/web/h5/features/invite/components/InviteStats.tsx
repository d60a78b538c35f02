import type { ReactNode } from "react";
import { inviteMessages } from "../messages.ts";
import styles from "./InviteStats.module.css";

const messages = inviteMessages;

interface Stats {
  readonly invited: number;
  readonly ordered: number;
  readonly rewarded_points: number;
  readonly withdrawable: number;
}

/** Counts of invited friends, their orders and the reward points; dashes while unknown. */
export function InviteStats({ stats, action }: { stats: Stats | undefined; action: ReactNode }) {
  const figures = [
    [messages.stats.invited, stats?.invited],
    [messages.stats.ordered, stats?.ordered],
    [messages.stats.points, stats?.rewarded_points],
  ] as const;
  return (
    <section className={styles.card}>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{value ?? "—"}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.more}>
        <span className={styles.label}>
          {messages.stats.withdrawable} <b className={styles.strong}>{stats?.withdrawable ?? "—"}</b>
        </span>
        {action}
      </div>
    </section>
  );
}
