/**
 * `GET /api/v1/permissions`: permission names for pickers, known and configured ones. The list
 * changes only with a restart, so it has an entity tag. Needs API access.
 */
import { createHash } from 'node:crypto';
import { PERMISSION_NAMES } from '@sd/core/server';
import { LIST_PERMISSIONS, mergeCatalogue } from '../../../common';
import type { RouteDeps } from '../shared/route_deps';

export function registerPermissionRoute({ respond, config }: RouteDeps): void {
  const catalogue = mergeCatalogue(PERMISSION_NAMES, config);
  const digest = createHash('sha256')
    .update(JSON.stringify(catalogue))
    .digest('base64url')
    .slice(0, 22);
  const headers = { etag: `"${digest}"`, 'cache-control': 'private, no-cache' };

  respond(LIST_PERMISSIONS, ({ request }, response) =>
    isUnchanged(request.headers['if-none-match'], headers.etag)
      ? response.custom({ statusCode: 304, headers })
      : response.ok({ body: catalogue, headers })
  );
}

/** Weak comparison (RFC 9110, 8.8.3.2). */
function isUnchanged(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}
