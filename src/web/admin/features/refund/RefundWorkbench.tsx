import { observer } from "mobx-react-lite";
import { useId } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { formatYuan } from "#contract/money.ts";
import { agentRefundFen } from "#contract/order/limits.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Segments } from "#web/shared/ui/Segments.tsx";
import { Stepper } from "#web/shared/ui/Stepper.tsx";
import { customerMessages } from "../../customerMessages.ts";
import type { RefundForm, RefundKind } from "../../stores/RefundForm.ts";
import styles from "./RefundWorkbench.module.css";

const words = customerMessages.refund;

interface RefundWorkbenchProps {
  form: RefundForm;
  order: OrderDetail;
  /** Only so much at once may be given back. */
  isLimited: boolean;
  /** Why it did not work; empty when nothing is wrong. */
  problem: string;
  onSubmit: () => void;
}

/** Giving money back: all of it, by dishes or an amount; what the server says it comes to stands before the button. */
export const RefundWorkbench = observer(function RefundWorkbench(props: RefundWorkbenchProps) {
  const { form, order, isLimited, problem, onSubmit } = props;
  return (
    <section className={styles.bench} aria-label={words.title}>
      <Segments<RefundKind>
        label={words.kindLabel}
        names={words.kinds}
        chosen={form.kind}
        onChoose={(kind) => form.fill({ kind })}
      />
      {form.kind === "items" && <Dishes form={form} order={order} />}
      {form.kind === "amount" && <Amount form={form} />}
      <Why form={form} />
      <Preview form={form} />
      {isLimited && <p className={styles.limit}>{words.limit(formatYuan(agentRefundFen))}</p>}
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button disabled={!form.canSend} isBusy={form.isSending} onPress={onSubmit}>
        {words.submit}
      </Button>
    </section>
  );
});

const Dishes = observer(function Dishes({ form, order }: { form: RefundForm; order: OrderDetail }) {
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
                {formatYuan(line.price)} · {words.left(left)}
              </small>
            </span>
            <Stepper
              value={form.quantities.get(line.id) ?? 0}
              name={name}
              max={left}
              onIncrease={() => form.step(line, 1)}
              onDecrease={() => form.step(line, -1)}
            />
          </li>
        );
      })}
    </ul>
  );
});

const Amount = observer(function Amount({ form }: { form: RefundForm }) {
  const id = useId();
  const isBad = form.amountText.trim() !== "" && form.amountFen === null;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{words.amount}</label>
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
          {words.badAmount}
        </p>
      )}
    </div>
  );
});

const Why = observer(function Why({ form }: { form: RefundForm }) {
  const id = useId();
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={`${id}-reason`}>{words.reason}</label>
        <select
          id={`${id}-reason`}
          value={form.reason}
          onChange={({ target }) => form.fill({ reason: target.value })}
        >
          <option value="">{words.pickReason}</option>
          {words.reasons.map((reason) => (
            <option key={reason} value={reason}>
              {reason}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-note`}>{words.note}</label>
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
          {words.restock}
        </label>
      )}
    </>
  );
});

const Preview = observer(function Preview({ form }: { form: RefundForm }) {
  const { value, status, error } = form.preview;
  return (
    <div className={styles.preview} aria-live="polite">
      <span>{words.preview}</span>
      {status === "failed" ? (
        <span className={styles.problem} role="alert">
          {messageOf(error, words.failed)}
        </span>
      ) : (
        <span className={styles.sum}>
          {value === undefined ? (
            <small>{form.share === null ? words.fill : words.counting}</small>
          ) : (
            <>
              <b>{formatYuan(value.money)}</b>
              {value.points > 0 && <small>+ {words.points(value.points)}</small>}
            </>
          )}
        </span>
      )}
    </div>
  );
});
