import { useState } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { findDevicePosition } from "../lastLocation.ts";
import { locationMessages } from "../messages.ts";
import styles from "./LocationStatus.module.css";

interface LocationStatusProps {
  /** The located city, or the reason for a failure. */
  text: string;
  isLocating: boolean;
  onLocate: () => void;
}

/**
 * Location status, with a button that locates again. Until the phone's own position is known it says what that is
 * for, beside the system's own question.
 */
export function LocationStatus({ text, isLocating, onLocate }: LocationStatusProps) {
  const [isFirst] = useState(() => findDevicePosition() === null);
  return (
    <Cell
      className={styles.status ?? ""}
      center
      border={false}
      icon={<Icon name="aim" size={16} />}
      title={<span role="status">{text}</span>}
      label={isFirst && locationMessages.purpose}
    >
      <Button variant="ghost" disabled={isLocating} onPress={onLocate}>
        {locationMessages.relocate}
      </Button>
    </Cell>
  );
}
