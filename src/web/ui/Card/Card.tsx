import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./Card.module.css";

interface CardProps {
  title?: string;
  children: ReactNode;
  /** True for a card that needs a reaction; announced at once by screen readers. */
  isWarning?: boolean;
  /** Buttons below, on the right. */
  actions?: ReactNode;
}

/** White card of the ordering pages. */
export function Card({ title, children, isWarning = false, actions }: CardProps) {
  return (
    <section
      className={clsx(styles.card, isWarning && styles.warn)}
      {...(isWarning ? { role: "alert" } : {})}
      {...(title === undefined ? {} : { "aria-label": title })}
    >
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

/** Card row: label on the left, value or control on the right. */
export function CardRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{children}</span>
    </div>
  );
}
