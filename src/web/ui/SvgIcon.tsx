/** Icons of the first screen, on a 24-unit grid; the others (Icon.tsx) load with the pages that need them. */
export const coreIconPaths = {
  home: "M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z",
  orders: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12.5h5",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-4 3.6-5.5 7.5-5.5s6.9 1.5 7.5 5.5",
  place: "M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
} as const;

interface SvgIconProps {
  /** On a 24-unit grid; drawn with one stroke width. */
  path: string;
  /** Side in px, defaults to 24. */
  size?: number;
  className?: string | undefined;
}

/** Decorative icon in the current colour; the control around it carries the label. */
export function SvgIcon({ path, size = 24, className }: SvgIconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
