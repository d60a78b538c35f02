import { Card } from "#web/ui/Card/Card.tsx";
import styles from "./RulesCard.module.css";

/** Rules of the points or of a withdrawal. */
export function RulesCard({ title, rules }: { title: string; rules: readonly string[] }) {
  return (
    <Card title={title}>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  );
}
