import type { ReactNode } from "react";
import { AppLink } from "#web/ui/AppLink.tsx";
import { clsx } from "#web/ui/clsx.ts";
import styles from "./LedgerRow.module.css";

interface LedgerRowProps {
  title: string;
  /** Quiet lines below: when, what else. Empty ones are left out. */
  notes: readonly string[];
  /** The figure on the right. */
  value: ReactNode;
  /** How the figure is meant: something came, something went or is refused, something waits. */
  tone?: "plus" | "minus" | "wait" | "plain";
  /** Below the figure. */
  valueNote?: string;
  /** A way on to what it belongs to. */
  link?: { to: string; text: string };
}

/** One movement of an account, or one request, in a list of them. */
export function LedgerRow({ title, notes, value, tone = "plain", valueNote = "", link }: LedgerRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.title}>{title}</p>
        {notes.filter(Boolean).map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
        {link !== undefined && (
          <AppLink className={styles.link} to={link.to}>
            {link.text}
          </AppLink>
        )}
      </div>
      <div className={styles.figure}>
        <p className={clsx(styles.value, styles[tone])}>{value}</p>
        {valueNote !== "" && <p className={styles.note}>{valueNote}</p>}
      </div>
    </li>
  );
}

/** A change with its sign: `+28`, `-500`. */
export function formatSigned(delta: number, text: string): string {
  return `${delta < 0 ? "-" : "+"}${text}`;
}
