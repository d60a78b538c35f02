import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { pictures } from "#contract/constants.ts";
import { AppError, invalid } from "../AppError.ts";

const fieldName = "file";

/** Lets the calls of a scope take a form with one file, and nothing beside it. */
export async function takeUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fileSize: pictures.bytesMax,
      files: 1,
      fields: 0,
      parts: 2,
      fieldNameSize: 64,
      headerPairs: 20,
    },
  });
}

/** Everything is read to its end, also what is refused: the connection carries the next request behind it. */
async function readForm(request: FastifyRequest): Promise<Buffer | null> {
  let found: Buffer | null = null;
  for await (const part of request.parts()) {
    if (part.type !== "file") continue;
    const bytes = await part.toBuffer();
    if (part.fieldname === fieldName) found = bytes;
  }
  return found;
}

/**
 * The file of a form. Throws "unsupported_media_type" for anything but a form, "payload_too_large" when there is more in
 * it than a picture may have, "validation" for a form that is broken or has no file.
 */
export async function fileOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart?.()) throw new AppError("unsupported_media_type");
  const file = await readForm(request).catch((error: { statusCode?: number }) => {
    if (error.statusCode === 413) throw new AppError("payload_too_large");
    throw invalid("上传的内容不完整，请重试", fieldName);
  });
  if (file === null || file.length === 0) throw invalid("请选择图片", fieldName);
  return file;
}
