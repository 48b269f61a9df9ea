/** Request options with a JSON body. On its own, because every page loads this module. */
export const json = (body: object) => ({ body: JSON.stringify(body) });
