import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import { paymentMessages } from "../messages.ts";

const messages = paymentMessages.miniProgram;

interface MiniProgramPayNoticeProps {
  /** Link of the order, to be opened where WeChat can pay. */
  link: string;
  onCopy: (link: string) => void;
}

/** Instructions for paying inside a mini-program, whose web-view has no payment sheet. */
export function MiniProgramPayNotice({ link, onCopy }: MiniProgramPayNoticeProps) {
  const copy = (
    <Button variant="plain" size="small" onPress={() => onCopy(link)}>
      {messages.copy}
    </Button>
  );
  return (
    <Card title={messages.title} isWarning actions={copy}>
      <p>{messages.hint}</p>
      <p>{link}</p>
    </Card>
  );
}
