/** Copies text to the clipboard if the browser permits it. */
import { copyToClipboard } from '@elastic/eui';

/**
 * Call it right after a click: browsers require a user gesture.
 * @returns false if the text was not copied
 */
export async function copyText(text: string): Promise<boolean> {
  // The clipboard object is missing on plain HTTP pages, and users can block access to it.
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
