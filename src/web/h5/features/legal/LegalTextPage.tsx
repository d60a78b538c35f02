import { useParams } from "react-router-dom";
import { legalTextNames, legalTextTitles } from "#contract/legal/texts.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import styles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { LegalTextView } from "./components/LegalTextView.tsx";
import { legalMessages } from "./legalMessages.ts";

/** `/legal/:name`: one legal text, for everyone. */
export function LegalTextPage() {
  const { name: param } = useParams();
  const name = legalTextNames.find((one) => one === param);
  return (
    <main className={styles.page}>
      <NavBar
        title={name === undefined ? navigationMessages.titles.legal : legalTextTitles[name]}
        back="/legal"
      />
      {name === undefined ? (
        <EmptyState illustration="failed" text={legalMessages.notFound} />
      ) : (
        <LegalTextView name={name} />
      )}
    </main>
  );
}
