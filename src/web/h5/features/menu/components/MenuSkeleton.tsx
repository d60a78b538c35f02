import { commonMessages } from "#web/lib/commonMessages.ts";
import styles from "./MenuSkeleton.module.css";

const categoryRows = [0, 1, 2, 3, 4, 5, 6, 7];
const rows = [0, 1, 2, 3, 4, 5];

/** Skeleton of the menu with boxes of the same size, so that nothing moves when it is loaded. */
export function MenuSkeleton() {
  return (
    <div className={styles.menu} role="status" aria-label={commonMessages.loading}>
      <div className={styles.rail}>
        {categoryRows.map((row) => (
          <div key={row} className={styles.category} />
        ))}
      </div>
      <div className={styles.list}>
        {rows.map((row) => (
          <div key={row} className={styles.row}>
            <div className={styles.picture} />
            <div className={styles.lines}>
              <div />
              <div />
              <div />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
