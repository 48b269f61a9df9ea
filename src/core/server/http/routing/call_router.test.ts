/** Registration of calls: their routes, and what handlers get and return. */
import { Type } from '@sinclair/typebox';
import { defineCall } from '../../../../contracts/calls';
import type { RouteConfig, RouteHandler, RouteRequest, ResponseFactory } from '../types';
import { createCallRouter } from './call_router';

const READ_ENTRY = defineCall({
  method: 'GET',
  path: '/entries/{kind}/{id}',
  summary: 'An entry',
  access: 'admin',
  params: Type.Object({
    kind: Type.Union([Type.Literal('roles'), Type.Literal('users')]),
    id: Type.String(),
  }),
  responses: { 200: Type.Object({ text: Type.String() }) },
  variants: {
    parameter: 'kind',
    of: { roles: { summary: 'A role', rights: ['GET ROLES'] }, users: { summary: 'A user' } },
  },
});

type Handler = RouteHandler<never, never, never>;

function registered() {
  const routes: { config: RouteConfig; handler: Handler }[] = [];
  const get = (config: unknown, handler: unknown) =>
    void routes.push({ config: config as RouteConfig, handler: handler as Handler });
  const router = createCallRouter({ get } as unknown as Parameters<typeof createCallRouter>[0]);
  const answer = (at: number, params: object) =>
    routes[at]!.handler(
      { params } as RouteRequest<never, never, never>,
      {
        custom: (options) => options,
      } as ResponseFactory
    );
  return { router, routes, answer };
}

it('registers one route for each variant, with what differs', () => {
  const { router, routes } = registered();
  router.handle(READ_ENTRY, () => ({ text: '' }));
  expect(
    routes.map(({ config: { path, doc, options } }) => [path, doc?.summary, options.rights])
  ).toEqual([
    ['/entries/roles/{id}', 'A role', ['GET ROLES']],
    ['/entries/users/{id}', 'A user', undefined],
  ]);
  const { validate } = routes[0]!.config;
  expect(validate && Object.keys(validate.params?.['properties'] as object)).toEqual(['id']);
});

it('passes the parameter of a variant with the others', async () => {
  const { router, answer } = registered();
  router.handle(READ_ENTRY, ({ params: { kind, id } }) => ({ text: `${kind} ${id}` }));
  expect(await answer(1, { id: 'jane' })).toEqual({
    statusCode: 200,
    body: { text: 'users jane' },
  });
});
