import { useNavigate } from "react-router-dom";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { appMessages } from "./messages.ts";
import { navigationMessages } from "./navigationMessages.ts";

/** Page for unknown paths. */
export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <>
      <NavBar title={navigationMessages.titles.notFound} />
      <main>
        <EmptyState
          illustration="search"
          text={appMessages.notFound}
          action={{ text: appMessages.toHome, onPress: () => navigate("/", { replace: true }) }}
        />
      </main>
    </>
  );
}
