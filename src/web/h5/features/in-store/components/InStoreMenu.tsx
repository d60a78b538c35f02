import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect } from "react";
import { logError } from "#web/lib/logError.ts";
import { useStore } from "../../../app/useStores.ts";
import { inStoreOptionsStore } from "../../booking/InStoreOptionsStore.ts";
import { inStoreCartStore } from "../../cart/inStoreCartStore.ts";
import { MenuSkeleton } from "../../menu/components/MenuSkeleton.tsx";
import styles from "../../menu/components/MenuView.module.css";
import { MenuView } from "../../menu/components/MenuView.tsx";
import { useMenuOverlays } from "../../menu/useMenuOverlays.ts";
import { inStoreStore } from "../InStoreStore.ts";
import { inStoreMenuStore } from "../inStoreMenuStore.ts";

// The first view of a menu does without it; it is fetched beside the menu, so that it is there when that fails.
const loadBlocker = () => import("./InStoreMenuBlocker.tsx");
const InStoreMenuBlocker = lazy(() => loadBlocker().then((m) => ({ default: m.InStoreMenuBlocker })));

interface InStoreMenuProps {
  onRetry: () => void;
  onPickTime: () => void;
  onDone: () => void;
}

/** Menu of a restaurant with its cart, its skeleton while loading, or the blocker. */
export const InStoreMenu = observer(function InStoreMenu(props: InStoreMenuProps) {
  const { view } = useStore(inStoreStore);
  const { options } = useStore(inStoreOptionsStore);
  const menu = useStore(inStoreMenuStore);
  const cart = useStore(inStoreCartStore);
  const overlays = useMenuOverlays(view !== "loading");
  useEffect(() => {
    loadBlocker().catch((error: unknown) => logError("the code for failed menus was not fetched", error));
  }, []);
  if (view === "loading" || (view === "menu" && menu.time !== options.time)) return <MenuSkeleton />;
  if (view !== "menu") {
    return (
      <div className={styles.state}>
        <Suspense fallback={null}>
          <InStoreMenuBlocker view={view} onRetry={props.onRetry} onPickTime={props.onPickTime} />
        </Suspense>
      </div>
    );
  }
  return (
    <MenuView
      menu={menu}
      cart={cart}
      deliverer={null}
      closedText={null}
      overlays={overlays}
      onDone={props.onDone}
    />
  );
});
