import type { ReactNode } from "react";
import { formatYuan } from "#contract/money.ts";
import type { Difference, Problem } from "#contract/order/quote.schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { orderingMessages } from "../../orderingMessages.ts";
import { Card } from "./Card.tsx";
import styles from "./QuoteIssues.module.css";

const words = orderingMessages.confirm;

interface DifferencesCardProps {
  differences: readonly Difference[];
  onAccept: () => void;
}

/** What changed since the cart was filled; nothing is ordered before the customer has agreed. */
export function DifferencesCard({ differences, onAccept }: DifferencesCardProps) {
  if (differences.length === 0) return null;
  const accept = (
    <Button size="small" onPress={onAccept}>
      {words.acceptDifferences}
    </Button>
  );
  return (
    <Card title={words.differences} isWarning actions={accept}>
      <ul className={styles.list}>
        {differences.map((difference) => (
          <li key={`${difference.id}${difference.kind}`}>
            <span className={styles.name}>{difference.name}</span>
            <span className={styles.what}>{words.difference(difference, formatYuan)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ProblemsCardProps {
  problems: readonly Problem[];
  /** The way on. */
  actionOf: (problem: Problem) => ReactNode;
}

/** What stands in the way of ordering, each with a way on. */
export function ProblemsCard({ problems, actionOf }: ProblemsCardProps) {
  return problems.map((problem) => (
    <Card key={problem.error} isWarning actions={actionOf(problem)}>
      {problem.msg}
    </Card>
  ));
}
