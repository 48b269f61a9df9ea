/** REST contract of JSON Patch and entity versions, one row per method and documented response. */
import {
  admin,
  editors,
  envelopeA,
  envelopeB,
  envelopeC,
  internal,
  it,
  rows,
  useContract,
} from '../../../../../test/helpers/engine_contract';
import type { EngineResponse } from '../../../api/engine';

const ANY_ORDER = expect.stringMatching(
  /^Unsupported patch operation: move\. Supported are: (add|replace|remove),(?!\1)(add|replace|remove),(?!\1|\2)(?:add|replace|remove)$/
) as string;

useContract();

describe('PATCH', () => {
  beforeEach(() =>
    internal('PUT', '/api/roles/p', { description: 'old', cluster_permissions: ['a', 'b'] })
  );
  rows([
    [
      'too many operations',
      'PATCH',
      '/api/roles/p',
      Array(1_001).fill({ op: 'add', path: '/description', value: 'x' }),
      envelopeA(400, 'A patch has at most 1000 operations.'),
    ],
    [
      'one',
      'PATCH',
      '/api/roles/p',
      [
        { op: 'replace', path: '/description', value: 'new' },
        { op: 'remove', path: '/cluster_permissions/0' },
      ],
      envelopeA(200, "'p' updated."),
    ],
    [
      'appends',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/cluster_permissions/-', value: 'c' }],
      envelopeA(200, "'p' updated."),
    ],
    [
      'nothing',
      'PATCH',
      '/api/roles/p',
      [{ op: 'replace', path: '/description', value: 'old' }],
      envelopeA(200, 'No updates required'),
    ],
    [
      'default-valued property',
      'PATCH',
      '/api/roles/p',
      [{ op: 'replace', path: '/index_permissions', value: [] }],
      { statusCode: 400 },
    ],
    [
      'escape that is none',
      'PATCH',
      '/api/roles/p',
      [{ op: 'remove', path: '/a~2' }],
      envelopeC(400, 'Invalid escape sequence ~2 at index 3'),
    ],
    [
      'empty text, which counts as none',
      'PUT',
      '/api/tenants/empty',
      { description: '' },
      envelopeA(201, "'empty' created."),
    ],
    ...(
      [
        ['index_patterns/0/x', 'Cannot reference past scalar value'],
        ['index_patterns/3', 'Array index 3 out of bounds'],
        ['index_patterns/x', '"x" is no index of an array'],
        ['fls/0', 'Missing field "fls"'],
      ] as const
    ).map(
      ([path, words]) =>
        [
          `no such place: ${path}`,
          'PATCH',
          '/api/roles/p',
          [
            { op: 'add', path: '/index_permissions', value: [{ index_patterns: ['a'] }] },
            { op: 'remove', path: `/index_permissions/0/${path}` },
          ],
          envelopeA(400, words),
        ] as const
    ),
    [
      'the whole collection',
      'PATCH',
      '/api/roles',
      [{ op: 'remove', path: '' }],
      envelopeA(400, 'Cannot remove document root'),
    ],
    [
      'behind the last element there is nothing to remove',
      'PATCH',
      '/api/roles/p',
      [{ op: 'remove', path: '/cluster_permissions/-' }],
      envelopeA(200, 'No updates required'),
    ],
    ...[7, [], {}].map(
      (value) =>
        [
          `nothing is left: ${JSON.stringify(value)}`,
          'PATCH',
          '/api/roles',
          [{ op: 'replace', path: '/p', value }],
          envelopeB('Request body required for this action.'),
        ] as const
    ),
    ...(
      [
        [{ op: 'add', path: 5, value: 1 }, "non-text 'path' field"],
        [5, 'not an object'],
      ] as const
    ).map(
      ([operation, words]) =>
        [
          `no operation: ${words}`,
          'PATCH',
          '/api/roles/p',
          [{ op: 'remove', path: '/description' }, operation],
          envelopeA(400, `Invalid JSON Patch payload (${words})`),
        ] as const
    ),
    [
      'the first entry that the patch names is judged first',
      'PATCH',
      '/api/rolesmapping',
      ['zz', 'aa'].map((name) => ({ op: 'add', path: `/${name}`, value: { users: [] } })),
      envelopeA(404, "role 'zz' not found."),
    ],
    [
      'empty text is removed already',
      'PATCH',
      '/api/tenants/empty',
      [{ op: 'remove', path: '/description' }],
      envelopeA(200, 'No updates required'),
    ],
    [
      'object instead of array',
      'PATCH',
      '/api/roles/p',
      { op: 'add' },
      envelopeA(400, 'Wrong request body'),
    ],
    ['empty', 'PATCH', '/api/roles/p', [], envelopeA(400, 'Wrong request body')],
    ['no op', 'PATCH', '/api/roles/p', [{ path: '/a' }], envelopeA(400, 'Wrong request body')],
    ['no body', 'PATCH', '/api/roles/p', undefined, envelopeA(400, 'Wrong request body')],
    [
      'other operation',
      'PATCH',
      '/api/roles/p',
      [{ op: 'move', from: '/a', path: '/b' }],
      // A cluster lists them in a different order after each start.
      envelopeA(400, ANY_ORDER),
    ],
    [
      'removes what is not there',
      'PATCH',
      '/api/roles/p',
      [{ op: 'remove', path: '/x' }],
      envelopeA(200, 'No updates required'),
    ],
    [
      'missing path',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/x/y', value: 1 }],
      { statusCode: 400 },
    ],
    [
      'unknown key',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/foo', value: 1 }],
      envelopeB('Invalid configuration', { invalid_keys: { keys: 'foo' } }),
    ],
    [
      'flag',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/hidden', value: true }],
      envelopeB('Invalid configuration', { invalid_keys: { keys: 'hidden' } }),
    ],
    [
      'wrong type',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/cluster_permissions', value: 'x' }],
      envelopeB('Wrong datatype', { cluster_permissions: 'Array expected' }),
    ],
    [
      'null element',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/cluster_permissions/-', value: null }],
      envelopeB('`null` or blank values are not allowed as json array elements'),
    ],
    [
      'several',
      'PATCH',
      '/api/roles',
      [
        { op: 'add', path: '/q~1r', value: { description: 'q' } },
        { op: 'replace', path: '/p/description', value: 'z' },
      ],
      envelopeA(200, 'Resource updated.'),
    ],
    [
      'several, nothing',
      'PATCH',
      '/api/roles',
      [{ op: 'replace', path: '/p/description', value: 'old' }],
      envelopeA(200, 'No updates required'),
    ],
    [
      'an entity that is none',
      'PATCH',
      '/api/roles',
      [{ op: 'add', path: '/p', value: 1 }],
      { statusCode: 400 },
    ],
    [
      'hidden among several',
      'PATCH',
      '/api/roles',
      [{ op: 'remove', path: '/hidden_role' }],
      envelopeA(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'whole collection',
      'PATCH',
      '/api/roles',
      [{ op: 'replace', path: '', value: {} }],
      { statusCode: 400 },
    ],
  ]);

  it('rejects unparsable text', async () => {
    const sent = { rawBody: '[{', headers: { 'content-type': 'application/json' } };
    expect((await admin('PATCH', '/api/roles/p', undefined, sent)).body).toMatchObject({
      status: 'BAD_REQUEST',
      message: expect.stringMatching(/^Error in JSON patch: /),
    });
  });
  it('reveals nothing about hidden entries by its outcome', async () => {
    for (const operation of [
      { op: 'replace', path: '/hidden_role/description', value: 'h' },
      { op: 'replace', path: '/hidden_role/nothing', value: 'h' },
      { op: 'remove', path: '/hidden_role' },
    ])
      expect(await admin('PATCH', '/api/roles', [operation])).toMatchObject(
        envelopeA(404, "Resource 'hidden_role' is not available.")
      );
  });
  it('works on lists without defaults, and keeps empty attributes', async () => {
    await internal('PUT', '/api/internalusers/lean', {
      password: 'N3w!Strong-Pass_77',
      attributes: { a: '' },
    });
    await internal('PUT', '/api/roles/lean', {
      index_permissions: [{ index_patterns: ['a'], fls: [], allowed_actions: ['read'] }],
    });
    const put = (path: string, value: unknown) => [{ op: 'replace', path, value }];
    expect(
      await admin('PATCH', '/api/roles/lean', put('/index_permissions/0/fls', ['b']))
    ).toMatchObject(envelopeA(400, 'Missing field "fls"'));
    await admin('PATCH', '/api/internalusers/lean', [
      { op: 'add', path: '/description', value: 'd' },
    ]);
    expect(await admin('GET', '/api/internalusers/lean')).toMatchObject({
      body: { lean: { attributes: { a: '' }, description: 'd' } },
    });
  });

  it('applies all operations or none', async () => {
    const patch = [
      { op: 'add', path: '/half', value: { description: 'x' } },
      { op: 'add', path: '/evil', value: { cluster_permissions: ['restapi:admin/x'] } },
    ];
    expect(await admin('PATCH', '/api/roles', patch)).toMatchObject(
      envelopeA(403, 'Access denied')
    );
    expect((await admin('GET', '/api/roles/half')).statusCode).toBe(404);
  });
  it('changes only what it names', async () => {
    await admin('PATCH', '/api/roles', [
      { op: 'remove', path: '/p/cluster_permissions' },
      { op: 'add', path: '/__proto__', value: { description: 'odd' } },
    ]);
    expect((await admin('GET', '/api/roles/p')).body).toMatchObject({
      p: { description: 'old', cluster_permissions: [] },
    });
    expect(Object.keys((await admin('GET', '/api/roles/__proto__')).body as object)).toEqual([
      '__proto__',
    ]);
    expect(({} as Record<string, unknown>)['description']).toBeUndefined();
    await admin('DELETE', '/api/roles/__proto__');
  });
});

describe('versions of entities', () => {
  const tagOf = (response: EngineResponse) => response.headers['etag'] as string;
  it('changes only the version that was read', async () => {
    const first = tagOf(await admin('PUT', '/api/roles/v', { description: '1' }));
    const second = tagOf(
      await admin('PUT', '/api/roles/v', { description: '2' }, { headers: { 'if-match': first } })
    );
    const stale = { headers: { 'if-match': first } };
    for (const response of [
      await admin('PUT', '/api/roles/v', { description: '3' }, stale),
      await admin(
        'PATCH',
        '/api/roles/v',
        [{ op: 'replace', path: '/description', value: '3' }],
        stale
      ),
      await admin('DELETE', '/api/roles/v', undefined, stale),
    ])
      expect(response).toMatchObject({ statusCode: 412, body: { status: 'PRECONDITION_FAILED' } });
    expect(tagOf(await admin('GET', '/api/roles/v'))).toBe(second);
    expect(
      (await admin('DELETE', '/api/roles/v', undefined, { headers: { 'if-match': second } }))
        .statusCode
    ).toBe(200);
    expect(
      (
        await admin(
          'PUT',
          '/api/roles/v',
          { description: '4' },
          { headers: { 'if-match': second } }
        )
      ).statusCode
    ).toBe(412);
  });
  it('creates without replacing', async () => {
    const once = { headers: { 'if-none-match': '*' } };
    expect((await admin('PUT', '/api/roles/w', { description: '1' }, once)).statusCode).toBe(201);
    expect((await admin('PUT', '/api/roles/w', { description: '2' }, once)).statusCode).toBe(412);
  });
  it('loses no update of many concurrent editors', async () => {
    await admin('PUT', '/api/roles/shared', { cluster_permissions: [] });
    const edit = async (editor: number): Promise<void> => {
      for (;;) {
        const read = await admin('GET', '/api/roles/shared');
        const { cluster_permissions } = (read.body as { shared: { cluster_permissions: string[] } })
          .shared;
        const body = { cluster_permissions: [...cluster_permissions, `editor-${editor}`] };
        const response = await admin('PUT', '/api/roles/shared', body, {
          headers: { 'if-match': tagOf(read) },
        });
        if (response.statusCode === 200) return;
        expect(response.statusCode).toBe(412);
      }
    };
    await Promise.all(Array.from({ length: editors() }, (_, editor) => edit(editor)));
    const { body } = await admin('GET', '/api/roles/shared');
    expect(
      (body as { shared: { cluster_permissions: string[] } }).shared.cluster_permissions
    ).toHaveLength(editors());
  });
  it('loses none of many patches without if-match', async () => {
    await admin('PUT', '/api/roles/patched', { cluster_permissions: ['first'] });
    const patch = (i: number) =>
      admin('PATCH', '/api/roles/patched', [
        { op: 'add', path: '/cluster_permissions/-', value: `p${i}` },
      ]);
    const responses = await Promise.all(Array.from({ length: editors() }, (_, i) => patch(i)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(editors()).fill(200));
    const { body } = await admin('GET', '/api/roles/patched');
    expect(
      (body as { patched: { cluster_permissions: string[] } }).patched.cluster_permissions
    ).toHaveLength(editors() + 1);
  });
});
