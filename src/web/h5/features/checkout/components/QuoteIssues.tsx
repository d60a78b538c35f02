import type { ReactNode } from "react";
import { formatYuan } from "#contract/money.ts";
import type { CartDifference, QuoteProblem } from "#contract/order/quote.schema.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "../../order/components/Card.tsx";
import { checkoutMessages } from "../messages.ts";
import styles from "./QuoteIssues.module.css";

const messages = checkoutMessages.confirm;

interface DifferencesCardProps {
  differences: readonly CartDifference[];
  onAccept: () => void;
}

/** What changed since the cart was filled; nothing is ordered before the customer has agreed. */
export function DifferencesCard({ differences, onAccept }: DifferencesCardProps) {
  if (differences.length === 0) return null;
  const accept = (
    <Button size="small" onPress={onAccept}>
      {messages.acceptDifferences}
    </Button>
  );
  return (
    <Card title={messages.differences} isWarning actions={accept}>
      <ul className={styles.list}>
        {differences.map((difference) => (
          <li key={`${difference.id}${difference.kind}`}>
            <span className={styles.name}>{difference.name}</span>
            <span className={styles.what}>{messages.difference(difference, formatYuan)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ProblemsCardProps {
  problems: readonly QuoteProblem[];
  /** The way on. */
  renderAction: (problem: QuoteProblem) => ReactNode;
}

/** What stands in the way of ordering, each with a way on. */
export function ProblemsCard({ problems, renderAction }: ProblemsCardProps) {
  return problems.map((problem) => (
    <Card key={problem.error} isWarning actions={renderAction(problem)}>
      {problem.msg}
    </Card>
  ));
}
