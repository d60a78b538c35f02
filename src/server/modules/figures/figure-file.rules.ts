/** Part of a file: rows in the order of their codes, those after a code. */
export interface CodePage {
  after: string;
  limit: number;
}
