/** Downloads a text as a file. */
export const download = (text: string, name: string, type: string): void =>
  saveBlob(new Blob([text], { type }), name);

/** Downloads bytes as a file. */
export const downloadBytes = (bytes: Uint8Array, name: string, type: string): void =>
  saveBlob(new Blob([new Uint8Array(bytes)], { type }), name);

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download holds its own reference by then.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
