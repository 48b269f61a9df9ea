/** For journeys: the complete server from sources, with its engine and the built pages. */
import path from 'node:path';
import type { Backend } from '../../src/backend/api';
import type { EmbeddedEngine } from '../../src/backend/embedded';
import { startWholeServer, type WholeServer } from '../../src/dev/openapi/whole_server';

export { ADMIN_PASSWORD } from '../../src/dev/openapi/whole_server';

export interface BrowserServer extends Pick<WholeServer, 'url' | 'stop'> {
  readonly engine: EmbeddedEngine;
}

/** Needs built pages: `npm test` builds them first; otherwise run `npm run build`. */
export async function startBrowserServer(args: readonly string[]): Promise<BrowserServer> {
  let backend: Backend | undefined;
  const server = await startWholeServer({
    browserBuild: path.resolve(__dirname, '..', '..', 'build', 'public'),
    // Otherwise the tenant dialog would cover every first page.
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
