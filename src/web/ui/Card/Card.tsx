import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Card as VantCard } from "react-vant/es/card/index.js";
import "react-vant/es/card/style/index.css";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import styles from "./Card.module.css";

interface CardProps {
  title?: string;
  children: ReactNode;
  /** True for a card that needs a reaction; announced at once by screen readers. */
  isWarning?: boolean;
  /** Buttons below, on the right. */
  actions?: ReactNode;
}

/** react-vant's Card as a section of the ordering pages. */
export function Card({ title, children, isWarning = false, actions }: CardProps) {
  return (
    <section
      {...(isWarning ? { role: "alert" } : {})}
      {...(title === undefined ? {} : { "aria-label": title })}
    >
      <VantCard className={clsx(styles.card, isWarning && styles.warn)}>
        {title !== undefined && (
          <VantCard.Header>
            <h2 className={styles.title}>{title}</h2>
          </VantCard.Header>
        )}
        <VantCard.Body>{children}</VantCard.Body>
        {actions !== undefined && (
          <VantCard.Footer className={styles.actions ?? ""}>{actions}</VantCard.Footer>
        )}
      </VantCard>
    </section>
  );
}

/** react-vant's Cell in a card: label on the left, value or control on the right. */
export function CardRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Cell className={styles.row ?? ""} title={label} center>
      {children}
    </Cell>
  );
}
