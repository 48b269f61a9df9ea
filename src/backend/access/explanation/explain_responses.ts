/** Explanations and their refusals in the shapes of the REST API. */
import type { Explained, ExplainError } from './denial';
import type { EngineResult, EngineResponse } from '../../api/engine';
import { badRequest, forbidden, notFound, unauthorized } from '../../model/responses';
import type { CooperativeTask } from '../../scheduling/cooperative_task';

const SELF_ONLY =
  'Access of other users, of subjects and of unsaved changes is explained only to users who may read roles, ' +
  'role mappings, action groups and internal users.';

export function* explainResponse<T>(steps: CooperativeTask<Explained<T>>): CooperativeTask<EngineResult<T>> {
  const response = yield* steps;
  return response.ok ? response : { ok: false, response: responseTo(response.refusal) };
}

function responseTo(error: ExplainError): EngineResponse {
  switch (error.code) {
    case 'unknown_viewer':
      return unauthorized();
    case 'self_only':
      return forbidden(SELF_ONLY);
    case 'user_and_subject':
      return badRequest('Ask about either a user or a subject, not both.');
    case 'user_missing':
      return notFound(`user '${error.name}' not found.`);
    case 'changes_invalid':
      return badRequest(error.problem);
  }
}
