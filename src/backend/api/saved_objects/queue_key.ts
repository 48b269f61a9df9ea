import type { SavedObjectsCaller } from './store';

/** Queue key by user, or by address for anonymous callers, so that each gets a fair share. */
export function toQueueKey(caller: SavedObjectsCaller): string {
  switch (caller.kind) {
    case 'user':
      return `user ${caller.principal.userName}`;
    case 'anonymous':
      return `address ${caller.remoteAddress}`;
    case 'server':
      return 'server';
  }
}
