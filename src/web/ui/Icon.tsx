import { coreIconPaths, SvgIcon } from "./SvgIcon.tsx";

const iconPaths = {
  ...coreIconPaths,
  back: "M15 5l-7 7 7 7",
  chevron: "M9 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7",
  text: "M6 3.5h8.5L18.5 7.5v13H6zM9.5 11.5h5.5M9.5 15.5h5.5",
  letters: "M3.5 19l5.5-14 5.5 14M5.5 14h7M14.5 19l3-7.5 3 7.5M15.5 16.5h4",
  coin: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 8l3 4 3-4M12 12v4.5M9.5 13.5h5",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5",
  trash: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2",
  phone:
    "M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.5a2 2 0 0 1 2-2z",
  cart: "M3 4h2.5l2 11.5h10L20 7.5H6.2M9 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM16.5 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2z",
  bag: "M5.5 8h13l1 12.5h-15zM9 8V6.5a3 3 0 0 1 6 0V8",
  store:
    "M4 9.5L5.5 4h13L20 9.5M4 9.5a2.6 2.6 0 0 0 5.3 0 2.6 2.6 0 0 0 5.4 0 2.6 2.6 0 0 0 5.3 0M5.5 12v8h13v-8M10 20v-4.5h4V20",
  bike: "M6 19a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 19a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 16h6l3-6h-4M15 10l-1.5-4H11M15 10l3 6",
  gift: "M4 9h16v4H4zM5.5 13v7.5h13V13M12 9v11.5M12 9c-5 0-5-5-2.5-5S12 9 12 9zm0 0c5 0 5-5 2.5-5S12 9 12 9z",
  card: "M3.5 6h17v12h-17zM3.5 10h17M7 14.5h3",
  chat: "M4 5h16v11H10l-4 4v-4H4zM8.5 10.5h.1M12 10.5h.1M15.5 10.5h.1",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.8v.1",
  aim: "M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4",
} as const;

export type IconName = keyof typeof iconPaths;

interface IconProps {
  name: IconName;
  /** Side in px, defaults to 24. */
  size?: number;
  className?: string | undefined;
}

/** Decorative icon in the current colour, by name; the control around it carries the label. */
export function Icon({ name, ...rest }: IconProps) {
  return <SvgIcon path={iconPaths[name]} {...rest} />;
}
