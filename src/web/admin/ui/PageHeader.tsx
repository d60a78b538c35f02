import { Flex, Typography } from "antd";
import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  /** Note beside the title, for example the restaurant. */
  note?: string;
  /** Controls at the end of the line. */
  children?: ReactNode;
}

/** Header of a staff page. */
export function PageHeader({ title, note, children }: PageHeaderProps) {
  return (
    <Flex component="header" align="baseline" gap="middle" style={{ marginBottom: 16 }}>
      <Typography.Title level={1} style={{ margin: 0, fontSize: 20 }}>
        {title}
      </Typography.Title>
      <Typography.Text type="secondary" style={{ flex: 1 }}>
        {note}
      </Typography.Text>
      {children}
    </Flex>
  );
}
