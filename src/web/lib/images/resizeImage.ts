const defaultMaxSidePx = 1_600;
const quality = 0.85;

/** File that this browser cannot decode as an image: resending it would fail the same way. */
export class UnreadableImageError extends Error {
  constructor(options?: ErrorOptions) {
    super("the file is no picture that can be shown", options);
    this.name = "UnreadablePicture";
  }
}

/**
 * Converts a photo to an upright JPEG without camera metadata, its longer side at most 1600 px or
 * `maxSidePx`. Rejects with `UnreadableImageError` if this browser cannot decode the file as an image.
 */
export async function resizeImage(file: Blob, maxSidePx: number = defaultMaxSidePx): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode().catch((cause: unknown) => {
      throw new UnreadableImageError({ cause });
    });
    const { width, height } = scaledSize(image.naturalWidth, image.naturalHeight, maxSidePx);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas to draw on");
    // JPEG has no transparency: transparent areas would become black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return await toJpeg(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Returns the size of an image whose longer side is at most 1600 px or `maxSidePx`; never enlarges. */
export function scaledSize(
  width: number,
  height: number,
  maxSidePx: number = defaultMaxSidePx,
): { width: number; height: number } {
  const scale = Math.min(1, maxSidePx / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("the picture could not be written")) : resolve(blob)),
      "image/jpeg",
      quality,
    );
  });
}
