/** Moment's locales have no types. Importing one registers it. */
declare module 'moment/locale/*';
