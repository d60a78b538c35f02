import { type Tab, TabBar } from "#web/shared/ui/TabBar.tsx";
import { homeMessages } from "./homeMessages.ts";

const words = homeMessages.tabs;

const tabs: readonly Tab[] = [
  { to: "/", label: words.home, icon: "home" },
  { to: "/orders", label: words.orders, icon: "orders" },
  { to: "/profile", label: words.profile, icon: "user" },
];

/** The tab bar of the three main pages. */
export function MainTabs() {
  return <TabBar tabs={tabs} label={words.label} />;
}
