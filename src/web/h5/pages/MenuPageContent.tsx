import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { MenuSkeleton } from "../features/menu/MenuSkeleton.tsx";
import { inStoreMessages } from "../inStoreMessages.ts";
import { type InStoreObstacle, inStoreStore } from "../stores/InStoreStore.ts";
import { inStoreCart } from "../stores/inStoreCart.ts";
import { inStoreMenu } from "../stores/inStoreMenu.ts";
import { planStore } from "../stores/PlanStore.ts";
import { useStore } from "../useStores.ts";
import { MenuBody } from "./MenuBody.tsx";
import styles from "./MenuPage.module.css";
import { useMenuExtras } from "./useMenuExtras.ts";

const words = inStoreMessages;

interface ContentProps {
  onRetry: () => void;
  onPickTime: () => void;
  onDone: () => void;
}

/** A store's menu with its cart, its shape while it comes, or what stands in its way. */
export const MenuPageContent = observer(function MenuPageContent(props: ContentProps) {
  const { view } = useStore(inStoreStore);
  const { plan } = useStore(planStore);
  const menu = useStore(inStoreMenu);
  const cart = useStore(inStoreCart);
  const extras = useMenuExtras(view !== "loading");
  if (view === "loading" || (view === "menu" && menu.time !== plan.time)) return <MenuSkeleton />;
  if (view !== "menu") {
    return (
      <div className={styles.state}>
        <Obstacle {...props} view={view} />
      </div>
    );
  }
  return (
    <MenuBody
      menu={menu}
      cart={cart}
      distanceM={null}
      closedText={null}
      extras={extras}
      onDone={props.onDone}
    />
  );
});

function Obstacle({ view, onRetry, onPickTime }: ContentProps & { view: InStoreObstacle }) {
  const navigate = useNavigate();
  const text = words.obstacles[view];
  if (view === "unknown_store") {
    const choose = () => navigate("/restaurant-select", { replace: true });
    return <EmptyState drawing="store" text={text} action={{ text: words.chooseStore, onPress: choose }} />;
  }
  if (view === "menu_empty")
    return <EmptyState text={text} action={{ text: words.changeTime, onPress: onPickTime }} />;
  return <FailedState text={text} onRetry={onRetry} />;
}
