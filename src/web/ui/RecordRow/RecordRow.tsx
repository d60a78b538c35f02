import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
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

/** react-vant's Cell as the row of an account entry or a request. */
export function RecordRow({ title, notes, value, tone = "plain", valueNote = "", link }: RecordRowProps) {
  return (
    <li>
      <Cell
        className={styles.row ?? ""}
        title={title}
        label={
          <>
            {notes.filter(Boolean).map((note) => (
              <p key={note}>{note}</p>
            ))}
            {link !== undefined && (
              <AppLink className={styles.link} to={link.to}>
                {link.text}
              </AppLink>
            )}
          </>
        }
      >
        <p className={clsx(styles.value, styles[tone])}>{value}</p>
        {valueNote !== "" && <p className={styles.note}>{valueNote}</p>}
      </Cell>
    </li>
  );
}

/** Formats a change with its sign: `+28`, `-500`. */
export function formatSigned(delta: number, text: string): string {
  return `${delta < 0 ? "-" : "+"}${text}`;
}
