import { Loading } from "react-vant/es/loading/index.js";
import "react-vant/es/loading/style/index.css";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import { paymentMessages } from "../messages.ts";

const messages = paymentMessages;

interface PaymentNoticeProps {
  isConfirming: boolean;
  /** Payment message, for example why it could not be started. */
  text: string | null;
  /** Checks again; absent when there is nothing to check. */
  onRefresh?: () => void;
}

/** Payment status: being checked, or a message with an action. */
export function PaymentNotice({ isConfirming, text, onRefresh }: PaymentNoticeProps) {
  if (isConfirming) {
    return (
      <div role="status">
        <Card>
          <Loading size="16px">{messages.confirming}</Loading>
        </Card>
      </div>
    );
  }
  if (text === null) return null;
  const refresh = onRefresh !== undefined && (
    <Button variant="plain" size="small" onPress={onRefresh}>
      {messages.refresh}
    </Button>
  );
  return (
    <Card isWarning {...(refresh !== false && { actions: refresh })}>
      {text}
    </Card>
  );
}

interface PaymentOutcomeQuestionProps {
  text: string;
  onPaid: () => void;
  onPayAgain: () => void;
}

/** Question for a customer who returned without a known payment. */
export function PaymentOutcomeQuestion({ text, onPaid, onPayAgain }: PaymentOutcomeQuestionProps) {
  const answers = (
    <>
      <Button variant="ghost" onPress={onPayAgain}>
        {messages.payAgain}
      </Button>
      <Button variant="plain" onPress={onPaid}>
        {messages.alreadyPaid}
      </Button>
    </>
  );
  return (
    <Card isWarning actions={answers}>
      {text}
    </Card>
  );
}
