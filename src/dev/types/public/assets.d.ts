/** Files that webpack emits beside the scripts. The import is their URL. */
declare module '*.svg' {
  const url: string;
  // eslint-disable-next-line no-restricted-syntax -- the shape webpack's asset modules have
  export default url;
}
