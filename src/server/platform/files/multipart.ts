import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { imageLimits } from "#contract/constants.ts";
import { AppError, invalid } from "../http/AppError.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Bytes that an uploaded file may have here. */
    fileBytesMax: number;
  }
}

const fieldName = "file";

/** Content of an upload form. */
export interface UploadForm {
  file: Buffer;
  fields: Record<string, string>;
}

/**
 * Makes the endpoints of a scope accept a multipart form with one file, of the bytes of a customer's image unless
 * `fileSize` is given, and this many short fields. Other content types are refused as "unsupported_media_type" before the handler runs.
 */
export async function registerMultipart(
  scope: FastifyInstance,
  fields = 0,
  fileSize: number = imageLimits.bytesMax,
): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fileSize,
      files: 1,
      fields,
      fieldSize: 256,
      parts: 2 + fields,
      fieldNameSize: 64,
      headerPairs: 20,
    },
  });
  scope.decorateRequest("fileBytesMax", fileSize);
  scope.addHook("preHandler", async (request) => {
    if (!request.isMultipart()) throw new AppError("unsupported_media_type");
  });
}

/** Reads all parts to their end, also refused ones: the connection carries the next request behind them. */
async function readParts(
  request: FastifyRequest,
): Promise<{ file: Buffer | null; fields: UploadForm["fields"] }> {
  let file: Buffer | null = null;
  const fields: UploadForm["fields"] = {};
  for await (const part of request.parts()) {
    if (part.type !== "file") {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.fieldname === fieldName) file = bytes;
  }
  return { file, fields };
}

/**
 * Parses a form with a file and fields.
 * @throws AppError("payload_too_large") for more bytes than the scope accepts
 * @throws AppError("validation") for a broken form, and for a missing or empty file
 */
export async function parseMultipart(request: FastifyRequest): Promise<UploadForm> {
  const { file, fields } = await readParts(request).catch((error: { statusCode?: number }) => {
    if (error.statusCode === 413)
      throw new AppError("payload_too_large", {}, `文件不能超过 ${request.fileBytesMax / 1024 ** 2} MB`);
    throw invalid("上传的内容不完整，请重试", fieldName);
  });
  if (file === null) throw invalid("请选择文件", fieldName);
  if (file.length === 0) throw invalid("文件是空的，请重新选择", fieldName);
  return { file, fields };
}
