/** Explanations and their refusals in the shapes of the REST API. */
import type { Explained, ExplainRefusal } from '../../access/explanation/refusal';
import type { EngineAnswer, EngineResponse } from '../../contract/engine';
import { badRequest, forbidden, notFound, unauthorized } from '../../model/answers';
import type { Steps } from '../../work/steps';

const SELF_ONLY =
  'Access of other users, of subjects and of unsaved changes is explained only to users who may read roles, ' +
  'role mappings, action groups and internal users.';

export function* answered<T>(steps: Steps<Explained<T>>): Steps<EngineAnswer<T>> {
  const answer = yield* steps;
  return answer.ok ? answer : { ok: false, response: responseTo(answer.refusal) };
}

function responseTo(refusal: ExplainRefusal): EngineResponse {
  switch (refusal.code) {
    case 'unknown_viewer':
      return unauthorized();
    case 'self_only':
      return forbidden(SELF_ONLY);
    case 'user_and_subject':
      return badRequest('Ask about either a user or a subject, not both.');
    case 'user_missing':
      return notFound(`user '${refusal.name}' not found.`);
    case 'changes_invalid':
      return badRequest(refusal.problem);
  }
}
