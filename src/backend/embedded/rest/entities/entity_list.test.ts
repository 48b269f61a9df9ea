import { HTTP_LIMITS } from '../../../../contracts/limits';
import { clientOf, cleanUp, INTERNAL, startEngine, type Client } from '../../../testing/embedded';

const NAMES = ['large-1', 'large-2', 'large-3', 'large-4', 'large-5'];
/** About 120 KB: two of them are read in one batch. */
const LARGE = {
  cluster_permissions: Array.from({ length: 2_000 }, (_, at) => `cluster:${at}:${'x'.repeat(50)}`),
};
let client: Client;

beforeAll(async () => {
  const { engine } = await startEngine();
  client = clientOf(engine, INTERNAL);
  for (const name of NAMES)
    expect((await client('PUT', `/api/roles/${name}`, LARGE)).statusCode).toBe(201);
});
afterAll(cleanUp);

describe('list of large entities', () => {
  it('contains each entity once, whatever the batch size', async () => {
    const { statusCode, body } = await client('GET', '/api/roles');
    expect(statusCode).toBe(200);
    const roles = body as Record<string, { cluster_permissions: string[] }>;
    const large = Object.keys(roles).filter((name) => name.startsWith('large-'));
    expect(large).toEqual(NAMES);
    expect(roles['large-5']?.cluster_permissions).toHaveLength(2_000);
    expect(roles['all_access']).toBeDefined();
  });

  it('is rejected early if the response would be too large', async () => {
    jest.replaceProperty(HTTP_LIMITS as { responseBytes: number }, 'responseBytes', 400_000);
    expect(await client('GET', '/api/roles')).toMatchObject({
      statusCode: 413,
      body: {
        status: 'REQUEST_ENTITY_TOO_LARGE',
        message: expect.stringContaining('larger than 400000 bytes'),
      },
    });
    expect((await client('GET', '/api/roles/large-1')).statusCode).toBe(200);
  });
});
