import { createHash } from 'node:crypto';
import { entryText } from '../../../contracts/entities';

/**
 * Equal for two states of an entity or document exactly if `isSameEntry`.
 * @param kind - a type of entities, or the id of a document
 * @returns `undefined` for no state
 */
export const entryDigest = (kind: string, entry: object | undefined): string | undefined =>
  entry && createHash('sha256').update(entryText(kind, entry)).digest('base64');
