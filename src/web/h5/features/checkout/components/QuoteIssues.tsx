import type { ReactNode } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { formatYuan } from "#contract/money.ts";
import type { CartDifference, QuoteProblem } from "#contract/order/quote.schema.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import { checkoutMessages } from "../messages.ts";
import styles from "./QuoteIssues.module.css";

const messages = checkoutMessages;

interface DifferencesCardProps {
  differences: readonly CartDifference[];
  onAccept: () => void;
}

/** Changes since the cart was filled; the customer must accept them before ordering. */
export function DifferencesCard({ differences, onAccept }: DifferencesCardProps) {
  if (differences.length === 0) return null;
  const accept = (
    <Button size="small" onPress={onAccept}>
      {messages.acceptDifferences}
    </Button>
  );
  return (
    <Card title={messages.differences} isWarning actions={accept}>
      {differences.map((difference) => (
        <Cell
          key={`${difference.id}${difference.kind}`}
          className={styles.difference ?? ""}
          title={difference.name}
          value={messages.difference(difference, formatYuan)}
        />
      ))}
    </Card>
  );
}

interface ProblemsCardProps {
  problems: readonly QuoteProblem[];
  /** Renders the action for a problem. */
  renderAction: (problem: QuoteProblem) => ReactNode;
}

/** Blocking problems of an order, each with an action. */
export function ProblemsCard({ problems, renderAction }: ProblemsCardProps) {
  return problems.map((problem) => (
    <Card key={problem.error} isWarning actions={renderAction(problem)}>
      {problem.msg}
    </Card>
  ));
}
