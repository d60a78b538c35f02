/** Returns the URL of an image that is served with the token of its owner or of staff. */
export function fileUrl(id: string): string {
  return `/api/v1/files/${id}`;
}

/** Returns the URL of an image that is served without a token; its id cannot be guessed (128 random bits). */
export function publicFileUrl(id: string): string {
  return `/api/v1/files/public/${id}`;
}
