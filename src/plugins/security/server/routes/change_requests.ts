/** `/api/v1/change_requests`: changes for a colleague to look at and approve. Needs API access. */
import type { RouteRequest } from '@sd/core/server';
import {
  LIST_CHANGE_REQUESTS,
  CREATE_CHANGE_REQUEST,
  READ_CHANGE_REQUEST,
  ALTER_CHANGE_REQUEST,
  APPLY_CHANGE_REQUEST,
  REJECT_CHANGE_REQUEST,
  WITHDRAW_CHANGE_REQUEST,
} from '../../common';
import { applyOptions } from '../changes/apply';
import type { RequestUser } from '../change_requests/change_request_service';
import type { RouteDeps } from './shared/route_deps';

export function registerChangeRequestRoutes(deps: RouteDeps): void {
  const { handle, asScoped, changeRequests } = deps;
  const userOf = (request: RouteRequest): RequestUser => ({
    name: request.auth?.identity.userName ?? '',
    disabledEndpoints: request.auth?.identity.disabledEndpoints ?? {},
    // Only where it is needed: the header of a request may name an unknown cluster.
    get engine() {
      return asScoped(request);
    },
  });

  handle(LIST_CHANGE_REQUESTS, ({ request }) => changeRequests.list(userOf(request)));

  handle(CREATE_CHANGE_REQUEST, ({ body, request }) =>
    changeRequests.create(userOf(request), body)
  );

  handle(READ_CHANGE_REQUEST, ({ params, request }) =>
    changeRequests.read(userOf(request), params.id)
  );

  handle(ALTER_CHANGE_REQUEST, ({ params, body, request }) =>
    changeRequests.alter(userOf(request), params.id, body)
  );

  handle(APPLY_CHANGE_REQUEST, ({ params, body, request }) =>
    changeRequests.apply(userOf(request), params.id, body, applyOptions(request, body.dry_run))
  );

  handle(REJECT_CHANGE_REQUEST, ({ params, body, request }) =>
    changeRequests.reject(userOf(request), params.id, body)
  );

  handle(WITHDRAW_CHANGE_REQUEST, ({ params, body, request }) =>
    changeRequests.withdraw(userOf(request), params.id, body)
  );
}
