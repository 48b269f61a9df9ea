/** Text into the clipboard, as far as the browser lets a page write there. */
import { copyToClipboard } from '@elastic/eui';

/**
 * To be called soon after a click: browsers want one.
 * @returns false when it is not there
 */
export async function copyText(text: string): Promise<boolean> {
  // Pages that came by plain HTTP have no such object, and people may forbid its use.
  const { clipboard } = navigator as { clipboard?: Clipboard };
  const isWritten = await clipboard?.writeText(text).then(
    () => true,
    () => false
  );
  if (isWritten === true) return true;
  try {
    return copyToClipboard(text);
  } catch {
    return false;
  }
}
