import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { cx } from "#web/shared/ui/cx.ts";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { bookingMessages } from "../../bookingMessages.ts";
import { sayClock, sayDay, sayWeekday } from "./bookingTime.ts";
import type { BookingSlot, SlotDay, SlotPart } from "./SlotDay.ts";
import styles from "./SlotPicker.module.css";

const words = bookingMessages;

interface SlotPickerProps {
  open: boolean;
  /** The day in view with its slots; null while they come. */
  day: SlotDay | null;
  /** The days that can be booked, known before the slots of another one are. */
  dates: readonly string[];
  /** The day in view ("YYYY-MM-DD"). */
  date: string;
  /** Today in Shanghai. */
  today: string;
  /** The time that is chosen; null is as soon as possible. */
  chosen: string | null;
  hasFailed: boolean;
  onPickDate: (date: string) => void;
  onChoose: (time: string | null) => void;
  onRetry: () => void;
  onClose: () => void;
}

/** When to come: as soon as possible where the kitchen takes orders now, else a quarter of an hour of some day. */
export function SlotPicker(props: SlotPickerProps) {
  const { open, day, dates, date, today, chosen, hasFailed, onPickDate, onChoose, onRetry, onClose } = props;
  return (
    <Sheet open={open} onClose={onClose} title={words.title} isTall>
      {day !== null && <Asap day={day} isChosen={chosen === null} onChoose={() => onChoose(null)} />}
      {dates.length > 0 && (
        <div className={styles.days} role="tablist" aria-label={words.daysLabel}>
          {dates.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              className={styles.day}
              aria-selected={one === date}
              onClick={() => onPickDate(one)}
            >
              <b className={styles.dayName}>{sayDay(one, today)}</b>
              <span className={styles.small}>{sayWeekday(one)}</span>
            </button>
          ))}
        </div>
      )}
      {day === null && !hasFailed && <Skeleton rows={6} shape="line" />}
      {day === null && hasFailed && (
        <div className={styles.failed} role="alert">
          {words.failed}
          <Button size="small" onPress={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
      {day !== null && dates.length > 0 && day.parts.length === 0 && (
        <p className={styles.none}>{words.none}</p>
      )}
      {day?.parts.map((part) => (
        <Part key={part.slots[0]?.time} part={part} chosen={chosen} onChoose={onChoose} />
      ))}
    </Sheet>
  );
}

interface AsapProps {
  day: SlotDay;
  isChosen: boolean;
  onChoose: () => void;
}

function Asap({ day, isChosen, onChoose }: AsapProps) {
  if (!day.immediate) return <p className={styles.notNow}>{words.notNow}</p>;
  return (
    <button
      type="button"
      className={cx(styles.asap, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <Icon name="clock" size={22} />
      <span className={styles.asapText}>
        <b>{words.asapTitle}</b>
        <span className={styles.hint}>{words.asapHint}</span>
      </span>
      {isChosen && <Icon name="check" size={20} />}
    </button>
  );
}

interface PartProps {
  part: SlotPart;
  chosen: string | null;
  onChoose: (time: string) => void;
}

function Part({ part, chosen, onChoose }: PartProps) {
  const name = part.name === null ? words.smallHours : words.dayParts[part.name];
  return (
    <section className={styles.part} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <div className={styles.slots}>
        {part.slots.map((slot) => (
          <Slot
            key={slot.time}
            slot={slot}
            isChosen={slot.time === chosen}
            onChoose={() => onChoose(slot.time)}
          />
        ))}
      </div>
    </section>
  );
}

interface SlotProps {
  slot: BookingSlot;
  isChosen: boolean;
  onChoose: () => void;
}

function Slot({ slot, isChosen, onChoose }: SlotProps) {
  return (
    <button
      type="button"
      className={cx(styles.slot, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      disabled={slot.left === 0}
      onClick={onChoose}
    >
      <b className={styles.clock}>{sayClock(slot.time)}</b>
      <span className={styles.small}>{slot.left === 0 ? words.full : words.left(slot.left)}</span>
    </button>
  );
}
