import { clsx } from "clsx";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { formatClockTime, formatDay, formatWeekday } from "../bookingTime.ts";
import { bookingMessages } from "../messages.ts";
import type { BookingSlot, SlotDay, SlotGroup } from "../SlotDay.ts";
import styles from "./SlotPicker.module.css";

const messages = bookingMessages;

interface SlotPickerProps {
  open: boolean;
  /** The selected day with its slots; null while loading. */
  day: SlotDay | null;
  /** Bookable days, known before the slots of another day are. */
  dates: readonly string[];
  /** The selected day ("YYYY-MM-DD"). */
  date: string;
  /** Today in Shanghai. */
  today: string;
  /** The chosen time; null is as soon as possible. */
  chosen: string | null;
  hasFailed: boolean;
  onPickDate: (date: string) => void;
  onChoose: (time: string | null) => void;
  onRetry: () => void;
  onClose: () => void;
}

/**
 * Time picker: as soon as possible where the kitchen takes orders now, else a quarter-hour slot of some day.
 */
export function SlotPicker(props: SlotPickerProps) {
  const { open, day, dates, date, today, chosen, hasFailed, onPickDate, onChoose, onRetry, onClose } = props;
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.title} isTall>
      {day !== null && <AsapOption day={day} isChosen={chosen === null} onChoose={() => onChoose(null)} />}
      {dates.length > 0 && (
        <div className={styles.days} role="tablist" aria-label={messages.daysLabel}>
          {dates.map((dateOption) => (
            <button
              key={dateOption}
              type="button"
              role="tab"
              className={styles.day}
              aria-selected={dateOption === date}
              onClick={() => onPickDate(dateOption)}
            >
              <b className={styles.dayName}>{formatDay(dateOption, today)}</b>
              <span className={styles.small}>{formatWeekday(dateOption)}</span>
            </button>
          ))}
        </div>
      )}
      {day === null && !hasFailed && <Skeleton rows={6} shape="line" />}
      {day === null && hasFailed && (
        <div className={styles.failed} role="alert">
          {messages.failed}
          <Button size="small" onPress={onRetry}>
            {commonMessages.retry}
          </Button>
        </div>
      )}
      {day !== null && dates.length > 0 && day.parts.length === 0 && (
        <p className={styles.none}>{messages.none}</p>
      )}
      {day?.parts.map((group) => (
        <SlotGroupSection key={group.slots[0]?.time} group={group} chosen={chosen} onChoose={onChoose} />
      ))}
    </BottomSheet>
  );
}

interface AsapOptionProps {
  day: SlotDay;
  isChosen: boolean;
  onChoose: () => void;
}

function AsapOption({ day, isChosen, onChoose }: AsapOptionProps) {
  if (!day.immediate) return <p className={styles.notNow}>{messages.notNow}</p>;
  return (
    <button
      type="button"
      className={clsx(styles.asap, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <Icon name="clock" size={22} />
      <span className={styles.asapText}>
        <b>{messages.asapTitle}</b>
        <span className={styles.hint}>{messages.asapHint}</span>
      </span>
      {isChosen && <Icon name="check" size={20} />}
    </button>
  );
}

interface SlotGroupSectionProps {
  group: SlotGroup;
  chosen: string | null;
  onChoose: (time: string) => void;
}

function SlotGroupSection({ group, chosen, onChoose }: SlotGroupSectionProps) {
  const name = group.name === null ? messages.earlyMorning : messages.dayParts[group.name];
  return (
    <section className={styles.part} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <div className={styles.slots}>
        {group.slots.map((slot) => (
          <SlotButton
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

interface SlotButtonProps {
  slot: BookingSlot;
  isChosen: boolean;
  onChoose: () => void;
}

function SlotButton({ slot, isChosen, onChoose }: SlotButtonProps) {
  return (
    <button
      type="button"
      className={clsx(styles.slot, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      disabled={slot.left === 0}
      onClick={onChoose}
    >
      <b className={styles.clock}>{formatClockTime(slot.time)}</b>
      <span className={styles.small}>{slot.left === 0 ? messages.full : messages.left(slot.left)}</span>
    </button>
  );
}
