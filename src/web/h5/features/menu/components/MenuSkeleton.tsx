import { commonMessages } from "#web/lib/commonMessages.ts";
import styles from "./MenuSkeleton.module.css";

const categoryRows = [0, 1, 2, 3, 4, 5, 6, 7];
const rows = [0, 1, 2, 3, 4, 5];

/** The shape of the menu while it comes: same boxes, so nothing moves when it is there. */
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
