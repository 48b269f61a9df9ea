/** `/api/v1/change_requests`: changes for a colleague to look at and approve. Needs API access. */
import type { CoreSetup, RouteRequest } from '@sd/core/server';
import type { ChangeTools, EngineCalls } from '@sd/plugins/security/server';
import {
  LIST_CHANGE_REQUESTS,
  CREATE_CHANGE_REQUEST,
  READ_CHANGE_REQUEST,
  ALTER_CHANGE_REQUEST,
  APPLY_CHANGE_REQUEST,
  REJECT_CHANGE_REQUEST,
  WITHDRAW_CHANGE_REQUEST,
} from '../../common';
import type { ChangeRequestService, RequestUser } from './change_request_service';

interface ChangeRequestRouteDeps {
  readonly handle: EngineCalls['handle'];
  readonly asScoped: CoreSetup['engine']['asScoped'];
  readonly changes: Pick<ChangeTools, 'applyOptions'>;
  readonly service: ChangeRequestService;
}

export function registerChangeRequestRoutes(deps: ChangeRequestRouteDeps): void {
  const { handle, asScoped, changes, service } = deps;
  const getUser = (request: RouteRequest): RequestUser => ({
    name: request.auth?.identity.userName ?? '',
    disabledEndpoints: request.auth?.identity.disabledEndpoints ?? {},
    // Only where it is needed: the header of a request may name an unknown cluster.
    get engine() {
      return asScoped(request);
    },
  });

  handle(LIST_CHANGE_REQUESTS, ({ request }) => service.list(getUser(request)));

  handle(CREATE_CHANGE_REQUEST, ({ body, request }) => service.create(getUser(request), body));

  handle(READ_CHANGE_REQUEST, ({ params, request }) => service.read(getUser(request), params.id));

  handle(ALTER_CHANGE_REQUEST, ({ params, body, request }) =>
    service.alter(getUser(request), params.id, body)
  );

  handle(APPLY_CHANGE_REQUEST, ({ params, body, request }) =>
    service.apply(getUser(request), params.id, body, changes.applyOptions(request, body.dry_run))
  );

  handle(REJECT_CHANGE_REQUEST, ({ params, body, request }) =>
    service.reject(getUser(request), params.id, body)
  );

  handle(WITHDRAW_CHANGE_REQUEST, ({ params, body, request }) =>
    service.withdraw(getUser(request), params.id, body)
  );
}
