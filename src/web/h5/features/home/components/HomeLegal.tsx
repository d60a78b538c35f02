import { observer } from "mobx-react-lite";
import { isAbortError, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { navigationMessages } from "../../../app/navigationMessages.ts";
import type { RootStore } from "../../../app/RootStore.ts";
import { useStore } from "../../../app/useStores.ts";
import { Registrations } from "../../legal/components/Registrations.tsx";
import { noticesStore } from "../../legal/NoticesStore.ts";
import styles from "./HomeLegal.module.css";

/** Foot of home: the legal texts and the registrations; nothing on hosts that have none. */
export const HomeLegal = observer(function HomeLegal() {
  const notices = useStore(noticesStore).notices.value;
  if (notices === undefined) return null;
  return (
    <footer className={styles.foot}>
      <AppLink className={styles.link} to="/legal">
        {navigationMessages.titles.legal}
      </AppLink>
      <Registrations notices={notices} />
    </footer>
  );
});

/** Fetches what the foot shows; a failure leaves it out. */
export async function loadNotices(root: RootStore): Promise<void> {
  try {
    await root.get(noticesStore).load();
  } catch (error) {
    if (!isAbortError(error) && !isUnsupportedEndpoint(error)) logError("loading the notices failed", error);
  }
}
