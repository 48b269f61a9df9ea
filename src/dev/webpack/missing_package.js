/** Stands for an optional package that is not installed: whoever tries to load it is told so. */
throw Object.assign(new Error('This optional package is not installed.'), {
  code: 'MODULE_NOT_FOUND',
});
