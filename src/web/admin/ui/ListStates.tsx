import { Button, Empty, Result } from "antd";
import { commonMessages } from "#web/lib/commonMessages.ts";

interface EmptyStateProps {
  text: string;
  /** Single action to continue with. */
  action?: { text: string; onPress: () => void };
}

/** State of an empty list: one sentence, and one button. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text}>
      {action !== undefined && (
        <Button type="primary" onClick={action.onPress}>
          {action.text}
        </Button>
      )}
    </Empty>
  );
}

/** State of a failed list: the reason, and 重试. */
export function ErrorState({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <Result
        status="warning"
        subTitle={text}
        extra={
          <Button type="primary" onClick={onRetry}>
            {commonMessages.retry}
          </Button>
        }
      />
    </div>
  );
}
