const usualSidePx = 1_600;
const quality = 0.85;

/** A file that is no picture this browser can show: sending it again would end the same way. */
export class UnreadablePicture extends Error {
  constructor(options?: ErrorOptions) {
    super("the file is no picture that can be shown", options);
    this.name = "UnreadablePicture";
  }
}

/**
 * A photo as a JPEG, its longer side 1600 px or what is said at most, upright, and without what the camera wrote into it. Rejects with
 * `UnreadablePicture` when the file is no picture that this browser can show.
 */
export async function shrinkPicture(file: Blob, longestSidePx: number = usualSidePx): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode().catch((cause: unknown) => {
      throw new UnreadablePicture({ cause });
    });
    const { width, height } = shrunkSize(image.naturalWidth, image.naturalHeight, longestSidePx);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const paper = canvas.getContext("2d");
    if (paper === null) throw new Error("no canvas to draw on");
    // JPEG knows no transparency: what is seen through would become black.
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, width, height);
    paper.drawImage(image, 0, 0, width, height);
    return await jpegOf(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The size of a picture whose longer side is 1600 px or what is said at most; never larger than it was. */
export function shrunkSize(
  width: number,
  height: number,
  longestSidePx: number = usualSidePx,
): { width: number; height: number } {
  const scale = Math.min(1, longestSidePx / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("the picture could not be written")) : resolve(blob)),
      "image/jpeg",
      quality,
    );
  });
}
