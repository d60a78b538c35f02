import { Button as VantButton } from "react-vant/es/button/index.js";
import "react-vant/es/button/style/index.css";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { NoticeBar } from "react-vant/es/notice-bar/index.js";
import "react-vant/es/notice-bar/style/index.css";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { formatClockTime, formatDay, formatWeekday } from "../bookingTime.ts";
import { bookingMessages } from "../messages.ts";
import type { SlotDay, SlotGroup } from "../SlotDay.ts";
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
 * Time picker: as soon as possible where the kitchen takes orders now, else a slot of some day.
 */
export function SlotPicker(props: SlotPickerProps) {
  const { open, day, dates, date, today, chosen, hasFailed, onPickDate, onChoose, onRetry, onClose } = props;
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.title} isTall>
      {day !== null && <AsapOption day={day} isChosen={chosen === null} onChoose={() => onChoose(null)} />}
      {dates.length > 0 && (
        <div className={styles.days} role="tablist" aria-label={messages.daysLabel}>
          {dates.map((dateOption) => (
            <VantButton
              key={dateOption}
              role="tab"
              className={styles.option ?? ""}
              aria-selected={dateOption === date}
              onClick={() => onPickDate(dateOption)}
            >
              <b>{formatDay(dateOption, today)}</b>
              <small>{formatWeekday(dateOption)}</small>
            </VantButton>
          ))}
        </div>
      )}
      {day === null && !hasFailed && <Skeleton rows={6} shape="line" />}
      {day === null && hasFailed && <ErrorState text={messages.failed} onRetry={onRetry} />}
      {day !== null && dates.length > 0 && day.parts.length === 0 && (
        <EmptyState illustration="soon" text={messages.none} />
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
  if (!day.immediate) return <NoticeBar wrapable scrollable={false} text={messages.notNow} />;
  return (
    <button type="button" className={styles.asap} aria-pressed={isChosen} onClick={onChoose}>
      <Cell
        center
        icon={<Icon name="clock" size={22} />}
        title={<b>{messages.asapTitle}</b>}
        label={messages.asapHint}
        rightIcon={isChosen && <Icon name="check" size={20} />}
      />
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
          <VantButton
            key={slot.time}
            className={styles.option ?? ""}
            aria-pressed={slot.time === chosen}
            disabled={slot.left === 0}
            onClick={() => onChoose(slot.time)}
          >
            <b>{formatClockTime(slot.time)}</b>
            <small>{slot.left === 0 ? messages.full : messages.left(slot.left)}</small>
          </VantButton>
        ))}
      </div>
    </section>
  );
}
