import { observer } from "mobx-react-lite";
import type { Freshness } from "../../lib/api/Freshness.ts";
import { commonMessages } from "../../lib/commonMessages.ts";
import styles from "../OfflineBanner/OfflineBanner.module.css";

const minuteMs = 60_000;

/** Banner while menus and restaurants are shown from before the server lost its database. */
export const RestoringBanner = observer(function RestoringBanner({ freshness }: { freshness: Freshness }) {
  const { staleSince } = freshness;
  if (staleSince === null) return null;
  return (
    <div className={styles.banner} role="status">
      {commonMessages.restoring(Math.floor((Date.now() - staleSince) / minuteMs))}
    </div>
  );
});
