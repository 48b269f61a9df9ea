/** Flushing caches. */
import type { RestDeps, Route } from '../request/request_context';
import { message } from '../../../model/responses';

export function cacheRoutes({ flushCaches, users }: RestDeps): readonly Route[] {
  return [
    {
      methods: ['DELETE'],
      path: '/api/cache',
      access: 'CACHE',
      handler: () => {
        flushCaches();
        return message(200, 'Cache flushed successfully.');
      },
      doc: { summary: 'Purge the cache' },
    },
    {
      methods: ['GET', 'PUT', 'POST'],
      only: '2.19',
      path: '/api/cache',
      access: 'CACHE',
      handler: ({ request }) =>
        message(501, `Method ${request.method} not supported for this action.`),
      doc: { summary: 'Not supported', statuses: [501] },
    },
    {
      methods: ['DELETE'],
      only: '3.4',
      path: '/api/cache/user/{name}',
      prefix: 'current',
      access: 'CACHE',
      handler: ({ params }) => {
        const name = params['name'] ?? '';
        users.forget(name);
        return message(200, `Cache invalidated for user: ${name.slice(0, 256)}`);
      },
      doc: { summary: 'Purge the cache of one user' },
    },
  ];
}
