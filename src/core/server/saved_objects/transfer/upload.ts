/**
 * Parses uploaded export files: NDJSON as the body, or in the `file` part of a multipart form (RFC
 * 7578), as browser clients of OpenSearch Dashboards send it. The form is parsed in pieces,
 * yielding to the event loop in between.
 */
import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { TRANSFER_ERRORS, VALIDATION_ERRORS } from '../../../../contracts/errors';
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { SavedObjectsError } from '../../../../backend/api';
import { invalidAt } from '../schema_error';

export interface Upload {
  readonly file: Buffer;
  /** JSON text of the `retries` part. */
  readonly retries?: string;
}

interface Part {
  readonly fileName?: string;
  readonly chunks: Buffer[];
}

/** UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_CHARACTER = 3;
/** A piece may contain thousands of empty parts; the limit of parts is checked after each piece. */
const PIECE_BYTES = 16_384;

/**
 * @throws {SavedObjectsError} 400 for a form without a file, with the wrong type of file, or that
 *   is invalid
 */
export async function readUpload(body: unknown, contentType: string): Promise<Upload> {
  if (!Buffer.isBuffer(body)) throw invalidAt('request body', 'expected newline-delimited JSON');
  // Concatenating the body took one long step: yields to the event loop before parsing it.
  await setImmediate();
  if (!/^multipart\/form-data/i.test(contentType)) return { file: body };
  const parts = await readParts(body, contentType);
  const file = parts.get('file');
  if (!file)
    throw new SavedObjectsError(VALIDATION_ERRORS.wrongType, {
      path: 'request body.file',
      wanted: 'file',
      got: 'undefined',
    });
  if (file.fileName !== undefined) {
    const extension = extname(`x${file.fileName}`);
    if (extension.toLowerCase() !== '.ndjson')
      throw new SavedObjectsError(TRANSFER_ERRORS.fileExtension, { extension });
  }
  const retries = parts.get('retries');
  return { file: Buffer.concat(file.chunks), ...(retries && { retries: getRetries(retries) }) };
}

/** Truncates retries that are too long, just above the limit so that the check still fails. */
const getRetries = ({ chunks }: Part): string =>
  Buffer.concat(chunks)
    .subarray(0, MAX_BYTES_PER_CHARACTER * (SAVED_OBJECTS_LIMITS.retriesLength + 1))
    .toString();

/** The first part of each name is used. */
async function readParts(form: Buffer, contentType: string): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>();
  const parser = createParser(contentType);
  let problem: Error | undefined;
  const finished = new Promise<void>((resolve) => {
    parser.once('finish', resolve);
    const fail = () => {
      problem ??= new SavedObjectsError(TRANSFER_ERRORS.uploadIncomplete);
      resolve();
    };
    parser.on('error', fail);
    parser.on('file', (name: string, stream: BusboyFileStream, fileName?: string) => {
      stream.on('error', fail);
      if (parts.has(name)) return void stream.resume();
      const part: Part = { chunks: [], ...(fileName !== undefined && { fileName }) };
      parts.set(name, part);
      stream.on('data', (chunk: Buffer) => part.chunks.push(chunk));
    });
  });
  parser.on('partsLimit', () => {
    problem ??= new SavedObjectsError(TRANSFER_ERRORS.tooManyParts, {
      limit: SAVED_OBJECTS_LIMITS.uploadParts,
    });
  });
  for (let start = 0; start < form.length && !problem; start += PIECE_BYTES) {
    parser.write(form.subarray(start, start + PIECE_BYTES));
    await setImmediate();
  }
  if (!problem) {
    parser.end();
    await finished;
  }
  if (problem) throw problem;
  return parts;
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: () => true,
      limits: {
        parts: SAVED_OBJECTS_LIMITS.uploadParts,
        headerPairs: SAVED_OBJECTS_LIMITS.uploadPartHeaders,
        headerSize: SAVED_OBJECTS_LIMITS.uploadPartHeaderBytes,
      },
    });
  } catch {
    throw invalidAt('request headers.content-type', 'the form has no boundary');
  }
}
