import type { SavedObjectsCaller } from './store';

/** Users take turns, and so do addresses of those who are nobody. */
export function queueKeyOf(caller: SavedObjectsCaller): string {
  switch (caller.kind) {
    case 'user':
      return `user ${caller.principal.userName}`;
    case 'anonymous':
      return `address ${caller.remoteAddress}`;
    case 'server':
      return 'server';
  }
}
