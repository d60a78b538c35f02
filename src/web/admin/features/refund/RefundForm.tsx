import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useId } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { customerMessages } from "../customer/customerMessages.ts";
import styles from "./RefundForm.module.css";
import type { RefundFormStore, RefundKind } from "./RefundFormStore.ts";

const messages = customerMessages.refund;

interface RefundFormProps {
  form: RefundFormStore;
  order: OrderDetail;
  /** The highest refund at once, in fen; null without a limit. */
  limitFen: number | null;
  /** Error message; empty without an error. */
  problem: string;
  onSubmit: () => void;
}

/** Refund form: full, by dishes or by amount; shows the server's preview of the sum before the button. */
export const RefundForm = observer(function RefundForm(props: RefundFormProps) {
  const { form, order, limitFen, problem, onSubmit } = props;
  return (
    <section className={styles.bench} aria-label={messages.title}>
      <SegmentedControl<RefundKind>
        label={messages.kindLabel}
        labels={messages.kinds}
        value={form.kind}
        onChange={(kind) => form.fill({ kind })}
      />
      {form.kind === "items" && <Dishes form={form} order={order} />}
      {form.kind === "amount" && <Amount form={form} />}
      <ReasonFields form={form} />
      <Preview form={form} />
      {limitFen !== null && <p className={styles.limit}>{messages.limit(formatYuan(limitFen))}</p>}
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="primary" disabled={!form.canSend} loading={form.isSending} onClick={onSubmit}>
        {messages.submit}
      </Button>
    </section>
  );
});

const Dishes = observer(function Dishes({ form, order }: { form: RefundFormStore; order: OrderDetail }) {
  return (
    <ul className={styles.dishes}>
      {order.lines.map((line) => {
        const left = line.quantity - line.refunded_quantity;
        const name = formatDishName(line.name, line.spec_name);
        return (
          <li key={line.id} className={styles.dish}>
            <span className={styles.dishName}>
              {name}
              <small>
                {formatYuan(line.price)} · {messages.left(left)}
              </small>
            </span>
            <Stepper
              value={form.quantities.get(line.id) ?? 0}
              name={name}
              max={left}
              onIncrease={() => form.changeQuantity(line, 1)}
              onDecrease={() => form.changeQuantity(line, -1)}
            />
          </li>
        );
      })}
    </ul>
  );
});

const Amount = observer(function Amount({ form }: { form: RefundFormStore }) {
  const id = useId();
  const isBad = form.amountText.trim() !== "" && form.amountFen === null;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{messages.amount}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={form.amountText}
        aria-invalid={isBad}
        aria-describedby={isBad ? `${id}-problem` : undefined}
        onChange={({ target }) => form.fill({ amountText: target.value })}
      />
      {isBad && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {messages.badAmount}
        </p>
      )}
    </div>
  );
});

const ReasonFields = observer(function ReasonFields({ form }: { form: RefundFormStore }) {
  const id = useId();
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={`${id}-reason`}>{messages.reason}</label>
        <select
          id={`${id}-reason`}
          value={form.reason}
          onChange={({ target }) => form.fill({ reason: target.value })}
        >
          <option value="">{messages.pickReason}</option>
          {messages.reasons.map((reason) => (
            <option key={reason} value={reason}>
              {reason}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-note`}>{messages.note}</label>
        <input
          id={`${id}-note`}
          autoComplete="off"
          maxLength={200}
          value={form.note}
          onChange={({ target }) => form.fill({ note: target.value })}
        />
      </div>
      {form.kind !== "amount" && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={form.restock}
            onChange={({ target }) => form.fill({ restock: target.checked })}
          />
          {messages.restock}
        </label>
      )}
    </>
  );
});

/** Says why a refund is refused; of one above what is left of the goods, how much that is. */
function describeFailure(error: unknown): string {
  const text = toErrorMessage(error, messages.failed);
  if (!(error instanceof ApiError) || error.code !== "refund_exceeds") return text;
  // With an id it is the portions left of a dish.
  const { left, id } = error.data;
  return typeof left === "number" && id === undefined
    ? `${text}，${messages.amountLeft(formatYuan(left))}`
    : text;
}

const Preview = observer(function Preview({ form }: { form: RefundFormStore }) {
  const { value, status, error } = form.preview;
  return (
    <div className={styles.preview} aria-live="polite">
      <span>{messages.preview}</span>
      {status === "failed" ? (
        <span className={styles.problem} role="alert">
          {describeFailure(error)}
        </span>
      ) : (
        <span className={styles.sum}>
          {value === undefined ? (
            <small>{form.share === null ? messages.fill : messages.counting}</small>
          ) : (
            <>
              <b>{formatYuan(value.money)}</b>
              {value.points > 0 && <small>+ {messages.points(value.points)}</small>}
            </>
          )}
        </span>
      )}
    </div>
  );
});
