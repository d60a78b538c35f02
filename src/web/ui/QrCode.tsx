import { useMemo } from "react";
import { encode } from "uqr";

interface QrCodeProps {
  text: string;
  label: string;
}

/** QR code of a text that fills its container; its library is loaded only with it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => encodePath(text), [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function encodePath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: dots.join("") };
}
