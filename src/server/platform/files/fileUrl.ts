/** Where a picture is fetched from, with the token of its owner or of staff. */
export function fileUrl(id: string): string {
  return `/api/v1/files/${id}`;
}
