/** Width and height of a picture, as its header says. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Reads the size of a JPEG, PNG or WebP from its header; null for anything else. */
export function measurePicture(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = measurePng(view) ?? measureWebp(view) ?? measureJpeg(view);
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

function hasText(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) return false;
  return Array.from(text).every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0));
}

function measurePng(view: DataView): PictureSize | null {
  if (!hasText(view, 0, "\x89PNG\r\n\x1a\n") || !hasText(view, 12, "IHDR") || view.byteLength < 24)
    return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function measureWebp(view: DataView): PictureSize | null {
  if (!hasText(view, 0, "RIFF") || !hasText(view, 8, "WEBP") || view.byteLength < 30) return null;
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  if (hasText(view, 12, "VP8X")) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (hasText(view, 12, "VP8L")) {
    const bits = view.getUint32(21, true);
    return { width: (bits % 0x40_00) + 1, height: (Math.floor(bits / 0x40_00) % 0x40_00) + 1 };
  }
  if (!hasText(view, 12, "VP8 ")) return null;
  return { width: view.getUint16(26, true) % 0x40_00, height: view.getUint16(28, true) % 0x40_00 };
}

/** Markers of frames, which hold the size; C4, C8 and CC are others. */
const frameMarkers = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

function measureJpeg(view: DataView): PictureSize | null {
  if (!hasText(view, 0, "\xff\xd8\xff")) return null;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (frameMarkers.includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Fill bytes before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
