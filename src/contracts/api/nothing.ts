import { closed } from '../schema';

/** For answers whose status says it all. */
export const NOTHING = closed({}, 'An empty object.');
