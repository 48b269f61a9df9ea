/**
 * `/api/v1/factors`: second factors of other users, and which roles require one. Listing needs read
 * permission for users, resetting needs write permission.
 */
import {
  LIST_FACTORS_OF_USERS,
  READ_FACTOR_REQUIREMENT,
  READ_FACTORS_OF_USER,
  REQUIRE_FACTORS,
  RESET_FACTORS,
} from '../../../common';
import { toResult } from '../../engine_requests';
import { rotateSession } from '../shared/reauthentication';
import type { RouteDeps } from '../shared/route_deps';

export function registerUserFactorRoutes(deps: RouteDeps): void {
  const { handle, respond } = deps;

  handle(LIST_FACTORS_OF_USERS, ({ body, engine }) => toResult(engine.factors.ofUsers(body.names)));

  handle(READ_FACTORS_OF_USER, ({ params, engine }) => toResult(engine.factors.state(params.id)));

  handle(READ_FACTOR_REQUIREMENT, ({ engine }) => toResult(engine.factors.requirement()));

  handle(REQUIRE_FACTORS, ({ body, engine }) => toResult(engine.factors.require(body)));

  respond(RESET_FACTORS, async ({ params, engine, request }, response) => {
    const { id } = params;
    const body = await toResult(engine.factors.reset(id));
    const isOwn = request.auth?.identity.userName === id;
    const cookies = isOwn ? await rotateSession(deps, request) : [];
    return response.ok({ body, cookies });
  });
}
