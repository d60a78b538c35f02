import { SearchOutlined } from "@ant-design/icons";
import { Input } from "antd";

interface SearchInputProps {
  /** What is searched, shown as a placeholder. */
  label: string;
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
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(onSubmit !== undefined && { onPressEnter: onSubmit })}
      />
    </search>
  );
}
