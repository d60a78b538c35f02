import { Result } from "antd";
import type { ReactNode } from "react";

interface StaffNoticeProps {
  title: string;
  text: string;
  /** Actions to continue with. */
  children?: ReactNode;
}

/** Staff page with a single message. */
export function StaffNotice({ title, text, children }: StaffNoticeProps) {
  return <Result status="warning" title={<h1>{title}</h1>} subTitle={text} extra={children} />;
}
