import { invalid } from "../../platform/http/AppError.ts";

const head = Buffer.from("%PDF-");
const end = Buffer.from("%%EOF");
/** A PDF's end stands within its last kilobyte (ISO 32000, annex H). */
const endWindow = 1024;

/** Throws "validation" for bytes that are no whole PDF, whatever their name and type say. */
export function assertPdf(bytes: Buffer): void {
  const isPdf = bytes.subarray(0, head.length).equals(head) && bytes.subarray(-endWindow).includes(end);
  if (!isPdf) throw invalid("这不是完整的 PDF 文件，请重新选择", "file");
}
