const longestSidePx = 1_600;
const quality = 0.85;

/**
 * A photo as a JPEG of 1600 px at most, upright, and without what the camera wrote into it. Rejects when the file is
 * no picture that this browser can show.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { width, height } = shrunkSize(image.naturalWidth, image.naturalHeight);
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

/** The size of a picture whose longer side is 1600 px at most; never larger than it was. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
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
