import {
  defineError,
  ENGINE_ERROR_LIST,
  ENGINE_ERRORS,
  englishText,
  errorBody,
  recogniser,
  SERVER_ERRORS,
} from '.';

const recognise = recogniser(ENGINE_ERROR_LIST);

it('inserts parameters into the English text, and resolves doubled apostrophes', () => {
  expect(errorBody(ENGINE_ERRORS.reserved, { name: 'a {name} b' })).toEqual({
    message: "Resource 'a {name} b' is reserved.",
    attributes: { code: 'core.engine.reserved', params: { name: 'a {name} b' } },
  });
  expect(errorBody(SERVER_ERRORS.noApiAccess).attributes).toEqual({
    code: 'core.http.no_api_access',
  });
});

it('recognizes every error of the engine by its text, with its parameters', () => {
  for (const error of ENGINE_ERROR_LIST) {
    const names = [...error.defaultMessage.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
    expect(recognise(error.status, englishText(error, params))).toEqual({
      code: error.code,
      ...(names.length > 0 && { params }),
    });
  }
});

it('recognizes only texts of the catalog with their status, up to a maximum length', () => {
  expect(recognise(403, 'Weak password')).toBeUndefined();
  expect(recognise(400, 'Weak password!')).toBeUndefined();
  expect(recognise(404, "Resource 'a' is gone.")).toBeUndefined();
  expect(recognise(403, `Resource '${'a'.repeat(4_000)}' is reserved.`)).toBeUndefined();
  // Adjacent literals must not overlap.
  const overlapping = recogniser([defineError('x.y', { status: 400, defaultMessage: 'ab{n}bc' })]);
  expect(overlapping(400, 'abc')).toBeUndefined();
  expect(overlapping(400, 'abbc')).toEqual({ code: 'x.y', params: { n: '' } });
});

it('uses each code only once', () => {
  const codes = [...ENGINE_ERROR_LIST, ...Object.values(SERVER_ERRORS)].map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});
