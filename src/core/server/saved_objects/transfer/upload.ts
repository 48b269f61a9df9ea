/**
 * Uploaded export files: NDJSON as the body itself, or in the `file` part of a form, which is how browsers
 * of this ecosystem send it. Only what those forms contain is understood (RFC 7578): text parts.
 */
import { savedObjectsErrors } from '../errors';

export interface Upload {
  readonly file: string;
  /** JSON text of the `retries` part. */
  readonly retries?: string;
}

interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly text: string;
}

/** @throws {SavedObjectsError} 400 for a form without a file, or with one of another kind */
export function readUpload(body: unknown, contentType: string): Upload {
  const text = toText(body);
  const boundary = /^multipart\/form-data\s*;.*?boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return { file: text };
  const parts = readParts(text, boundary);
  const file = parts.find(({ name }) => name === 'file');
  if (!file)
    throw savedObjectsErrors.badRequest(
      '[request body.file]: expected value of type [file] but got [undefined]'
    );
  const extension = /\.[^.]*$/.exec(file.fileName ?? '')?.[0] ?? '';
  if (file.fileName !== undefined && extension.toLowerCase() !== '.ndjson') {
    throw savedObjectsErrors.badRequest(`Invalid file extension ${extension}`);
  }
  const retries = parts.find(({ name }) => name === 'retries')?.text;
  return { file: file.text, ...(retries !== undefined && { retries }) };
}

function toText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  throw savedObjectsErrors.badRequest('[request body]: expected newline-delimited JSON');
}

function readParts(text: string, boundary: string): Part[] {
  const parts: Part[] = [];
  for (const chunk of `\r\n${text}`.split(`\r\n--${boundary}`).slice(1)) {
    const end = chunk.indexOf('\r\n\r\n');
    if (chunk.startsWith('--') || end < 0) continue;
    const head = chunk.slice(0, end);
    const name = /content-disposition:[^\r\n]*;\s*name="([^"]*)"/i.exec(head)?.[1];
    const fileName = /content-disposition:[^\r\n]*;\s*filename="([^"]*)"/i.exec(head)?.[1];
    if (name !== undefined)
      parts.push({ name, ...(fileName !== undefined && { fileName }), text: chunk.slice(end + 4) });
  }
  return parts;
}
