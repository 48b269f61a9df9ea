/** Stands in for uuid: EUI makes the ids of elements with it, which need to differ and no more. */
const unique = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

export { unique as v1, unique as v4 };
