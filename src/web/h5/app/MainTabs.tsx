import { coreIconPaths } from "#web/ui/SvgIcon.tsx";
import { type Tab, TabBar } from "#web/ui/TabBar/TabBar.tsx";
import { navigationMessages } from "./navigationMessages.ts";

const messages = navigationMessages.tabs;

const tabs: readonly Tab[] = [
  { to: "/", label: messages.home, icon: coreIconPaths.home },
  { to: "/orders", label: messages.orders, icon: coreIconPaths.orders },
  { to: "/profile", label: messages.profile, icon: coreIconPaths.user },
];

/** Tab bar of the three main pages. */
export function MainTabs() {
  return <TabBar tabs={tabs} label={messages.label} />;
}
