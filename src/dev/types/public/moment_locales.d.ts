/** Moment's languages come without types; importing one registers it. */
declare module 'moment/locale/*';
