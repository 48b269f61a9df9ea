import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/bcrypt';

/** The lowest cost that clusters accept. The password is random and too long to guess. */
const COST = 10;

/** The hash of an unknown random password, because a cluster has no users without a hash. */
export const randomPasswordHash = (): Promise<string> =>
  hash(randomBytes(48).toString('base64'), COST);
