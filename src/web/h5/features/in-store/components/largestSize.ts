/** Returns the URL of the largest size of a picture of a restaurant. */
export function largestSize(image: string): string {
  return `${image.slice(0, image.lastIndexOf("/"))}/1024.webp`;
}
