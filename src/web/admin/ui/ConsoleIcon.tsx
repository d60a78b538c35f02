import { SvgIcon } from "#web/ui/SvgIcon.tsx";

/** Icons used only by the console, on a 24-unit grid. */
const iconPaths = {
  sound: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  picture: "M4 5h16v14H4zM4 16l4.5-4.5L13 16M14 14l2.5-2.5L20 15M15.5 9.5h.1",
  canned: "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5",
  note: "M5 4h14v10l-5 6H5zM19 14h-5v6M8.5 8.5h7M8.5 12h4",
} as const;

interface ConsoleIconProps {
  name: keyof typeof iconPaths;
  /** Side in px. */
  size?: number;
}

/** Decorative icon in the current colour, by name; the control around it carries the label. */
export function ConsoleIcon({ name, size = 20 }: ConsoleIconProps) {
  return <SvgIcon path={iconPaths[name]} size={size} />;
}
