/**
 * Streams responses with many objects, which are serialized while they are read. Only a few of them
 * are in memory at a time.
 */
import { Readable } from 'node:stream';
import type { SavedObject } from '../../../common';
import type { ResponseFactory, RouteResponse } from '../../http/types';
import type { OpenObjects } from '../client';
import { toWire } from './route_context';

type Answered = Pick<SavedObject, 'type' | 'id'> & { readonly error?: unknown };

/** Characters per chunk of the stream. */
const PIECE_LENGTH = 65_536;

/** The stream's backpressure paces the generator. */
export const toStream = (text: AsyncIterable<string>): Readable =>
  Readable.from(inPieces(text), { objectMode: false, highWaterMark: PIECE_LENGTH });

/**
 * Streams `{ ...head, saved_objects: [...] }`.
 * @param head - properties before the objects
 */
export function objectsResponse(
  response: ResponseFactory,
  head: Readonly<Record<string, unknown>>,
  { items }: OpenObjects<Answered>
): RouteResponse {
  return response.ok({
    body: toStream(toJson(head, items)),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

async function* toJson(
  head: Readonly<Record<string, unknown>>,
  items: AsyncIterable<Answered>
): AsyncGenerator<string> {
  const start = JSON.stringify({ ...head, saved_objects: [] }).slice(0, -2);
  let separator = start;
  for await (const item of items) {
    yield separator + JSON.stringify(toWire(item));
    separator = ',';
  }
  yield separator === start ? `${start}]}` : ']}';
}

async function* inPieces(text: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const part of text) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
