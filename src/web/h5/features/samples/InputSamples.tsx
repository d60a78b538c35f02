import { useState } from "react";
import { Checkbox } from "#web/ui/Checkbox/Checkbox.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { RadioGroup } from "#web/ui/RadioGroup/RadioGroup.tsx";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import { Switch } from "#web/ui/Switch/Switch.tsx";
import { samplesMessages as messages } from "./messages.ts";
import styles from "./SamplesPage.module.css";

const maxCount = 3;

/** Controls that choose: checkbox, switch, radio and stepper. */
export function ChoiceSamples() {
  const [isChecked, setIsChecked] = useState(true);
  const [isOn, setIsOn] = useState(false);
  const [method, setMethod] = useState("wechat");
  const [seat, setSeat] = useState("here");
  const [count, setCount] = useState(0);
  return (
    <>
      <div className={styles.items}>
        <Checkbox checked={isChecked} onChange={setIsChecked}>
          {isChecked ? messages.checked : messages.unchecked}
        </Checkbox>
        <Switch label={isOn ? messages.on : messages.off} checked={isOn} onChange={setIsOn} />
        <Switch label={messages.fixed} checked disabled />
        <Stepper
          name={messages.dish}
          value={count}
          max={maxCount}
          onIncrease={() => setCount(count + 1)}
          onDecrease={() => setCount(count - 1)}
        />
        <Stepper
          name={messages.fullDish}
          value={maxCount}
          max={maxCount}
          onIncrease={() => setCount(maxCount)}
          onDecrease={() => setCount(0)}
        />
      </div>
      <RadioGroup
        label={messages.pay}
        value={method}
        onChange={setMethod}
        options={[
          { value: "wechat", text: messages.methods.wechat, icon: <Icon name="check" /> },
          { value: "card", text: messages.methods.card, note: messages.methodNote },
          { value: "none", text: messages.methods.none, disabled: true },
        ]}
      />
      <RadioGroup
        label={messages.seats}
        value={seat}
        direction="horizontal"
        onChange={setSeat}
        options={[
          { value: "here", text: messages.seatNames.here },
          { value: "away", text: messages.seatNames.away },
        ]}
      />
    </>
  );
}

/** Fields to type into: search, text, a long text, with a problem, and read-only. */
export function FieldSamples() {
  const [keyword, setKeyword] = useState("");
  const [table, setTable] = useState("");
  const [address, setAddress] = useState<string>(messages.longAddress);
  return (
    <>
      <SearchBox label={messages.search} value={keyword} onChange={setKeyword} />
      <Field label={messages.table} value={table} onChange={setTable} placeholder={messages.optional} />
      <Field
        isLong
        label={messages.address}
        value={address}
        onChange={setAddress}
        placeholder={messages.optional}
      />
      <Field
        label={messages.phone}
        value="1380013"
        inputMode="tel"
        readOnly
        problem={messages.phoneProblem}
      />
      <Field label={messages.read} value={messages.store} readOnly trailing={<Icon name="chevron" />} />
    </>
  );
}
