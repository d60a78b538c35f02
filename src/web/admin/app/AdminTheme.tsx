import { App, ConfigProvider, type ThemeConfig, theme } from "antd";
import zhCN from "antd/locale/zh_CN";
import { type ReactNode, useState } from "react";
import { initialBrand } from "#contract/chain-settings/brand.ts";
import { createBrandColors } from "#contract/chain-settings/brand-colors.ts";
import "./AdminTheme.css";
import { CodePromptHost } from "../ui/CodePrompt.tsx";
import { NotifyHost } from "../ui/notify.tsx";

/**
 * Creates the theme of the staff app: antd's compact one in the colours of `web/ui/theme.css`, which antd cannot use, and
 * the brand's, which the document was written with.
 */
function createStaffTheme(): ThemeConfig {
  const written = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
  const { accent, soft, dark, deep } = createBrandColors(written || initialBrand.color);
  return {
    algorithm: theme.compactAlgorithm,
    token: {
      colorPrimary: accent,
      colorInfo: accent,
      colorLink: accent,
      colorError: "#c9361f",
      colorSuccess: "#23794a",
      colorWarning: "#9a6200",
      colorTextBase: "#1f1b16",
      colorTextSecondary: "#6b635a",
      colorTextTertiary: "#6b635a",
      colorTextDescription: "#6b635a",
      colorTextPlaceholder: "#6b635a",
      colorBgLayout: "#fff9f2",
      colorBorder: "#8a8177",
      colorBorderSecondary: "#efe7dc",
      // antd's own shades of these colours have too little contrast with their text.
      colorPrimaryHover: dark,
      colorPrimaryActive: deep,
      colorPrimaryBg: soft,
      colorLinkHover: dark,
      colorLinkActive: deep,
      colorErrorHover: "#a82c18",
      colorErrorBg: "#fdece8",
      colorSuccessBg: "#e7f4ec",
      colorWarningBg: "#fdf3df",
      borderRadius: 8,
      fontSizeSM: 12,
      controlHeight: 32,
      controlHeightSM: 24,
      fontSize: 14,
      fontFamily: "inherit",
      // A faded button has too little contrast; its wheel says that it is busy.
      opacityLoading: 1,
      // A press on a dialog that is still growing would miss its button.
      motion: false,
    },
    components: {
      // Round boxes would look like radio buttons.
      Checkbox: { borderRadiusSM: 4 },
      // Numbers at the right of a column would touch the next one.
      Table: { cellPaddingInlineSM: 8 },
      Switch: { trackHeight: 24, handleSize: 20, trackMinWidth: 44 },
    },
  };
}

/** Gives the staff's pages their theme, language, and the place where messages and questions appear. */
export function AdminTheme({ children }: { children: ReactNode }) {
  const [staffTheme] = useState(createStaffTheme);
  return (
    <ConfigProvider locale={zhCN} theme={staffTheme} button={{ autoInsertSpace: false }}>
      <App>
        <NotifyHost />
        <CodePromptHost />
        {children}
      </App>
    </ConfigProvider>
  );
}
