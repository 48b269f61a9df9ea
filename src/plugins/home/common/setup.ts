export const SET_UP_PATH = '/api/home/set_up';

/** Role that permits everything; who has it can repair whatever others cannot. */
export const FULL_ACCESS_ROLE = 'all_access';
