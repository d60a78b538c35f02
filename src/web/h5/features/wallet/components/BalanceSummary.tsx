import type { ReactNode } from "react";
import styles from "./BalanceSummary.module.css";

/** Small figure of an account. */
export interface BalanceFigure {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

interface BalanceSummaryProps {
  label: string;
  /** Main value; a dash while unknown. */
  value: string;
  note?: string;
  /** Second note line, or an empty text. */
  moreNote?: string;
  /** Control beside the value. */
  action?: ReactNode;
  figures?: readonly BalanceFigure[];
}

/** Account summary: one large value and its further figures. */
export function BalanceSummary({
  label,
  value,
  note = "",
  moreNote = "",
  action,
  figures = [],
}: BalanceSummaryProps) {
  return (
    <section className={styles.card} aria-label={label}>
      <div className={styles.head}>
        <div>
          <p className={styles.label}>{label}</p>
          <p className={styles.value}>{value}</p>
          {note !== "" && <p className={styles.label}>{note}</p>}
          {moreNote !== "" && <p className={styles.label}>{moreNote}</p>}
        </div>
        {action}
      </div>
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map((figure) => (
            <div key={figure.label} className={styles.figure}>
              <dt className={styles.label}>{figure.label}</dt>
              <dd className={styles.small}>{figure.value}</dd>
              {figure.note !== undefined && <dd className={styles.note}>{figure.note}</dd>}
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
