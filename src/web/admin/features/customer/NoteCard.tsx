import type { ReactNode } from "react";
import styles from "./NoteCard.module.css";

/** Note of staff about a customer, with its author. */
export function NoteCard({ by, text }: { by: ReactNode; text: string }) {
  return (
    <div className={styles.note}>
      <small>{by}</small>
      <p>{text}</p>
    </div>
  );
}
