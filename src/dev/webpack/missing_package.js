/** Replaces an optional package that is not installed. Loading it throws an error that says so. */
throw Object.assign(new Error('This optional package is not installed.'), {
  code: 'MODULE_NOT_FOUND',
});
