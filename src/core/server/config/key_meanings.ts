/**
 * Reads the description of each key from the comments of the product's default configuration file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param root - folder that contains `config/` @returns the comment directly above each key */
export function readKeyMeanings(root: string): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  let comment: string[] = [];
  const text = readFileSync(join(root, 'config', 'security-dashboards.yml'), 'utf8');
  for (const line of text.split('\n')) {
    const key = /^#(\w+(?:\.\w+)+):/.exec(line)?.[1];
    const words = /^# (.*)/.exec(line)?.[1];
    if (key !== undefined && comment.length > 0) meanings.set(key, comment.join(' '));
    comment = words === undefined ? [] : [...comment, words];
  }
  return meanings;
}
