import { useLocation, useNavigate } from "react-router-dom";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { messages } from "../messages.ts";
import { titleOf } from "../titleOf.ts";

/** Says honestly that a feature is still being made, under its right title and with a way on. */
export function ComingPage() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { common } = messages;
  return (
    <>
      <NavBar title={titleOf(pathname)} />
      <main>
        <EmptyState
          drawing="soon"
          text={`${common.coming}，${common.comingHint}`}
          action={{ text: common.toTakeaway, onPress: () => navigate("/takeaway", { replace: true }) }}
        />
      </main>
    </>
  );
}
