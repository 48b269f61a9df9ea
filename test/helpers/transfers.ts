/** Measures the download size of a page: bytes on the wire, headers included. */
import type { Page } from 'playwright-core';

interface Transfer {
  readonly url: string;
  readonly bytes: number;
}

export interface TransferRecorder {
  readonly transfers: readonly Transfer[];
  totalBytes(): number;
  /** Largest first, for the message of an exceeded limit. */
  table(): string;
}

/** Records from now on. Cached responses count as zero bytes. */
export async function recordTransfers(page: Page): Promise<TransferRecorder> {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const transfers: Transfer[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    urls.set(requestId, request.url)
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    transfers.push({ url: urls.get(requestId) ?? requestId, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return {
    transfers,
    totalBytes: () => transfers.reduce((sum, { bytes }) => sum + bytes, 0),
    table: () =>
      [...transfers]
        .sort((a, b) => b.bytes - a.bytes)
        .map(
          ({ url, bytes }) =>
            `${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${new URL(url).pathname}`
        )
        .join('\n'),
  };
}
