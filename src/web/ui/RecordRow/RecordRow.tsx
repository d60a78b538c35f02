import { clsx } from "clsx";
import type { ReactNode } from "react";
import { AppLink } from "../AppLink.tsx";
import styles from "./RecordRow.module.css";

interface RecordRowProps {
  title: string;
  /** Secondary lines, such as the time. Empty ones are left out. */
  notes: readonly string[];
  /** Value on the right. */
  value: ReactNode;
  /** Tone of the value: credit, debit or refusal, pending. */
  tone?: "plus" | "minus" | "wait" | "plain";
  /** Note below the value. */
  valueNote?: string;
  /** Link to the related page. */
  link?: { to: string; text: string };
}

/** Row of an account entry or a request. */
export function RecordRow({ title, notes, value, tone = "plain", valueNote = "", link }: RecordRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>{title}</p>
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

/** Formats a change with its sign: `+28`, `-500`. */
export function formatSigned(delta: number, text: string): string {
  return `${delta < 0 ? "-" : "+"}${text}`;
}
