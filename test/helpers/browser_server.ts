/** The whole server from sources behind the built pages, with its engine: for journeys. */
import path from 'node:path';
import type { Backend } from '../../src/backend/api';
import type { EmbeddedEngine } from '../../src/backend/embedded';
import { startWholeServer, type WholeServer } from '../../src/dev/openapi/whole_server';

export { ADMIN_PASSWORD } from '../../src/dev/openapi/whole_server';

export interface BrowserServer extends Pick<WholeServer, 'url' | 'stop'> {
  readonly engine: EmbeddedEngine;
}

/** `npm test` builds the pages before; by hand: `npm run build`. */
export async function startBrowserServer(args: readonly string[]): Promise<BrowserServer> {
  let backend: Backend | undefined;
  const server = await startWholeServer({
    browserBuild: path.resolve(__dirname, '..', '..', 'build', 'public'),
    // A dialog that asks for a tenant would lie over every first page.
    args: [
      '--opensearch_security.multitenancy.enabled=false',
      '--server.host=127.0.0.1',
      '--server.checkAnswers=true',
      ...args,
    ],
    wrapBackend: (opened) => (backend = opened),
  });
  return { url: server.url, stop: server.stop, engine: backend?.engine as EmbeddedEngine };
}
