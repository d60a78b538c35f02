import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { useStore } from "../../../app/useStores.ts";
import { inStoreOptionsStore } from "../../booking/InStoreOptionsStore.ts";
import { inStoreCartStore } from "../../cart/inStoreCartStore.ts";
import { MenuSkeleton } from "../../menu/components/MenuSkeleton.tsx";
import styles from "../../menu/components/MenuView.module.css";
import { MenuView } from "../../menu/components/MenuView.tsx";
import { useMenuOverlays } from "../../menu/useMenuOverlays.ts";
import { type InStoreBlocker, inStoreStore } from "../InStoreStore.ts";
import { inStoreMenuStore } from "../inStoreMenuStore.ts";
import { inStoreMessages } from "../messages.ts";

const messages = inStoreMessages;

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
  if (view === "loading" || (view === "menu" && menu.time !== options.time)) return <MenuSkeleton />;
  if (view !== "menu") {
    return (
      <div className={styles.state}>
        <BlockerState {...props} view={view} />
      </div>
    );
  }
  return (
    <MenuView
      menu={menu}
      cart={cart}
      distanceM={null}
      closedText={null}
      overlays={overlays}
      onDone={props.onDone}
    />
  );
});

function BlockerState({ view, onRetry, onPickTime }: InStoreMenuProps & { view: InStoreBlocker }) {
  const navigate = useNavigate();
  const text = messages.obstacles[view];
  if (view === "unknown_store") {
    const choose = () => navigate("/restaurant-select", { replace: true });
    return (
      <EmptyState illustration="store" text={text} action={{ text: messages.chooseStore, onPress: choose }} />
    );
  }
  if (view === "menu_empty")
    return <EmptyState text={text} action={{ text: messages.changeTime, onPress: onPickTime }} />;
  return <ErrorState text={text} onRetry={onRetry} />;
}
