import SearchOutlined from "@ant-design/icons/SearchOutlined";
import { Input } from "antd";
import { useEffect, useRef, useState } from "react";

interface SearchInputProps {
  /** What is searched, shown as a placeholder. */
  label: string;
  /** May follow what was typed late, as a filter in the address does. */
  value: string;
  onChange: (keyword: string) => void;
  /** Searches at once, without waiting for typing to pause. */
  onSubmit?: () => void;
  maxLength?: number;
  className?: string | undefined;
}

/** antd's Input as a search field; a cross clears it. */
export function SearchInput({
  label,
  value,
  onChange,
  onSubmit,
  maxLength = 50,
  className,
}: SearchInputProps) {
  const [typed, setTyped] = useTypedText(value, onChange);
  return (
    <search className={className}>
      <Input
        type="search"
        allowClear
        prefix={<SearchOutlined />}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        {...(onSubmit !== undefined && { onPressEnter: onSubmit })}
      />
    </search>
  );
}

/**
 * Keeps what is typed while `value` follows it: a field that showed a value from before would lose letters, and an input
 * method its composition. Any other `value` replaces the text.
 */
function useTypedText(value: string, onChange: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  /** Texts that `value` has not followed yet. */
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const followed = sent.current.lastIndexOf(value);
    sent.current = sent.current.slice(followed + 1);
    if (followed < 0) {
      sent.current = [];
      setTyped(value);
    }
  }, [value]);
  const type = (text: string) => {
    sent.current.push(text);
    setTyped(text);
    onChange(text);
  };
  return [typed, type];
}
