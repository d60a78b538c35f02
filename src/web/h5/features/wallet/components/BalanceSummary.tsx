import type { ReactNode } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
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
      <Cell
        className={styles.head ?? ""}
        center
        border={false}
        title={<span>{label}</span>}
        label={
          <>
            <p className={styles.value}>{value}</p>
            {note !== "" && <p>{note}</p>}
            {moreNote !== "" && <p>{moreNote}</p>}
          </>
        }
      >
        {action}
      </Cell>
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map((figure) => (
            <div key={figure.label} className={styles.figure}>
              <dt>{figure.label}</dt>
              <dd className={styles.small}>{figure.value}</dd>
              {figure.note !== undefined && <dd className={styles.note}>{figure.note}</dd>}
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
