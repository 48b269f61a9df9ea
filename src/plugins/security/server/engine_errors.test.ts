import { EngineRequestError } from './engine_errors';

const refused = (message: string) =>
  new EngineRequestError({
    ...{ statusCode: 501, headers: {} },
    body: { status: 'NOT_IMPLEMENTED', message, feature: 'auditEvents' },
  }).attributes;

it('uses the specific error code of a missing feature where one exists', () => {
  expect(refused("The cluster doesn't store audit events (noop).")).toMatchObject({
    ...{ code: 'core.backend.audit_nowhere', feature: 'auditEvents' },
  });
  expect(refused('No.')).toMatchObject({
    ...{ code: 'security.feature_unsupported', feature: 'auditEvents' },
  });
});
