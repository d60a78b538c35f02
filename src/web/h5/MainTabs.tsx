import { firstOutlines } from "#web/shared/ui/Outline.tsx";
import { type Tab, TabBar } from "#web/shared/ui/TabBar.tsx";
import { homeMessages } from "./homeMessages.ts";

const words = homeMessages.tabs;

const tabs: readonly Tab[] = [
  { to: "/", label: words.home, icon: firstOutlines.home },
  { to: "/orders", label: words.orders, icon: firstOutlines.orders },
  { to: "/profile", label: words.profile, icon: firstOutlines.user },
];

/** The tab bar of the three main pages. */
export function MainTabs() {
  return <TabBar tabs={tabs} label={words.label} />;
}
