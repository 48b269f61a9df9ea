import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/bcrypt';

/** As low as clusters take it: what it is of has more bits than anybody can try. */
const COST = 10;

/** Of a password that nobody knows: a cluster has no users without a hash. */
export const randomPasswordHash = (): Promise<string> =>
  hash(randomBytes(48).toString('base64'), COST);
