import { useNavigate } from "react-router-dom";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { appMessages } from "./messages.ts";

/** Page for unknown paths. */
export function NotFoundPage() {
  const navigate = useNavigate();
  const { common, titles } = appMessages;
  return (
    <>
      <NavBar title={titles.notFound} />
      <main>
        <EmptyState
          illustration="search"
          text={common.notFound}
          action={{ text: common.toHome, onPress: () => navigate("/", { replace: true }) }}
        />
      </main>
    </>
  );
}
