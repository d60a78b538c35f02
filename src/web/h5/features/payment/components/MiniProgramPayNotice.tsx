import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import { paymentMessages } from "../messages.ts";

const { miniProgram, elsewhere } = paymentMessages;

interface MiniProgramPayNoticeProps {
  /** Link of the order, to be opened where WeChat can pay. */
  link: string;
  onCopy: (link: string) => void;
  /** In another client that probably cannot pay. */
  isElsewhere?: boolean;
}

/** Instructions for paying where there is no payment sheet, as in the web-view of a mini-program. */
export function MiniProgramPayNotice({ link, onCopy, isElsewhere = false }: MiniProgramPayNoticeProps) {
  const { title, hint } = isElsewhere ? elsewhere : miniProgram;
  const copy = (
    <Button variant="plain" size="small" onPress={() => onCopy(link)}>
      {miniProgram.copy}
    </Button>
  );
  return (
    <Card title={title} isWarning actions={copy}>
      <p>{hint}</p>
      <p>{link}</p>
    </Card>
  );
}
