import type { ReactNode } from "react";
import styles from "./PageHeader.module.css";

interface PageHeaderProps {
  title: string;
  /** Beside the title, quietly: for which store, what this is. */
  note?: string;
  /** Controls at the end of the line. */
  children?: ReactNode;
}

/** The first line of a staff page. */
export function PageHeader({ title, note, children }: PageHeaderProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.note}>{note}</p>
      {children}
    </header>
  );
}
