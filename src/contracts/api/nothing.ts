import { closed } from '../schema';

/** For responses without a body. */
export const NOTHING = closed({}, 'An empty object.');
