/**
 * `GET /livez` and `GET /readyz` for load balancers and orchestrators: outside the base path,
 * without login. Neither looks at the backend: a server whose cluster is unreachable explains that
 * on its pages, and restarting it would not help.
 */
import { LIVE_PATH, READY_PATH, type InternalHttpServiceSetup } from '../http';

const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

export function registerHealthRoutes(
  http: Pick<InternalHttpServiceSetup, 'createRouter'>,
  isDraining: () => boolean
): void {
  const router = http.createRouter();
  const options = { access: 'public' } as const;
  const content = { contentType: 'text/plain' };
  router.get(
    {
      path: LIVE_PATH,
      validate: false,
      doc: { summary: 'Whether the process responds', responses: { 200: content } },
      options,
    },
    (_request, response) => response.ok({ headers: HEADERS, body: 'live\n' })
  );
  router.get(
    {
      path: READY_PATH,
      validate: false,
      doc: {
        summary: 'Whether the server takes requests: it has started, and does not shut down',
        responses: { 200: content },
      },
      options,
    },
    (_request, response) =>
      isDraining()
        ? response.customError({ statusCode: 503 })
        : response.ok({ headers: HEADERS, body: 'ready\n' })
  );
}
