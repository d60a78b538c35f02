/** Where a picture is fetched from, with the token of its owner or of staff. */
export function fileUrl(id: string): string {
  return `/api/v1/files/${id}`;
}

/** Where a picture is fetched from by whoever knows its number, which nobody can guess (128 random bits). */
export function publicFileUrl(id: string): string {
  return `/api/v1/files/public/${id}`;
}
