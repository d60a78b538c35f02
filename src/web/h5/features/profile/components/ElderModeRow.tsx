import { useState } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { isElderMode, setElderMode } from "#web/lib/textSize.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { Switch } from "#web/ui/Switch/Switch.tsx";
import { profileMessages as messages } from "../messages.ts";

/** Row of the profile page that switches elder mode on this device. */
export function ElderModeRow() {
  const [isOn, setIsOn] = useState(isElderMode);
  const toggle = () => {
    setElderMode(!isOn);
    setIsOn(!isOn);
  };
  return (
    <Cell
      center
      icon={<Icon name="letters" size={22} />}
      title={messages.elderMode}
      label={<span id="elder-hint">{messages.elderHint}</span>}
      onClick={toggle}
    >
      <Switch label={messages.elderMode} describedBy="elder-hint" checked={isOn} />
    </Cell>
  );
}
