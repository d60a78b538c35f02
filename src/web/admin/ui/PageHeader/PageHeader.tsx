import type { ReactNode } from "react";
import styles from "./PageHeader.module.css";

interface PageHeaderProps {
  title: string;
  /** Note beside the title, for example the restaurant. */
  note?: string;
  /** Controls at the end of the line. */
  children?: ReactNode;
}

/** Header of a staff page. */
export function PageHeader({ title, note, children }: PageHeaderProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.note}>{note}</p>
      {children}
    </header>
  );
}
