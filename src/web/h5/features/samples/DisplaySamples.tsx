import { Button } from "#web/ui/Button/Button.tsx";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { CountBadge } from "#web/ui/CountBadge/CountBadge.tsx";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { QrCode } from "#web/ui/QrCode.tsx";
import { formatSigned, RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { Tag } from "#web/ui/Tag/Tag.tsx";
import { samplesMessages as messages } from "./messages.ts";
import styles from "./SamplesPage.module.css";

const counts = [1, 12, 120];

/** Cards, rows, prices, tags and counts. */
export function CardSamples() {
  return (
    <>
      <Card title={messages.card}>
        <CardRow label={messages.amount}>
          <Price fen={3_300} size="small" />
        </CardRow>
        <CardRow label={messages.points}>
          <Price fen={500} isStruck />
        </CardRow>
      </Card>
      <Card title={messages.warning} isWarning actions={<Button size="small">{messages.finish}</Button>}>
        <p>{messages.fullDish}</p>
      </Card>
      <ul>
        <RecordRow
          title={messages.record}
          notes={[messages.recordNote]}
          value={formatSigned(28, "28")}
          tone="plus"
          link={{ to: "/orders", text: messages.order }}
        />
        <RecordRow
          title={messages.refund}
          notes={[messages.recordNote]}
          value={formatSigned(-500, "500")}
          tone="minus"
          valueNote={messages.refused}
        />
      </ul>
      <div className={styles.items}>
        <Tag tone="accent">{messages.refused}</Tag>
        <Tag tone="amber">{messages.busy}</Tag>
        <Tag tone="leaf">{messages.finish}</Tag>
        {counts.map((count) => (
          <CountBadge key={count} count={count} label={messages.unread(count)} />
        ))}
        <Price fen={8_900} size="large" />
        <DishImage src="" alt={messages.dish} size={72} />
        <QrCode text="A102" label={messages.qr} />
      </div>
    </>
  );
}

/** What a list shows while it loads, when it is empty, and when it failed. */
export function StateSamples() {
  return (
    <>
      <Skeleton rows={2} />
      <Skeleton rows={2} shape="line" />
      <EmptyState text={messages.empty} action={{ text: messages.goOrder, onPress: ignore }} />
      <ErrorState text={messages.failed} onRetry={ignore} />
    </>
  );
}

function ignore(): void {
  // A sample does nothing.
}
