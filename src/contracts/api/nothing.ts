import { closedObject } from '../schema';

/** For responses without a body. */
export const NOTHING = closedObject({}, 'An empty object.');
