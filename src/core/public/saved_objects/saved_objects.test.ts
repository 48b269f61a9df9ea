import { HttpFetchError } from '../http/http_fetch_error';
import { httpServiceMock } from '../mocks';
import { SimpleSavedObject, getAtPath, hasAtPath, setAtPath } from './simple_saved_object';
import { SavedObjectsClient } from './saved_objects_service';

const DOC = {
  id: 'AVwSwFxtcMV38qjDZoQg',
  type: 'config',
  attributes: { title: 'Example' },
  version: 'foo',
  references: [],
};

function setup() {
  const http = httpServiceMock.createSetupContract();
  return { http, client: new SavedObjectsClient(http) };
}

describe('SavedObjectsClient', () => {
  describe('get', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('splits requests in halves if the response would be too large', async () => {
      const { client, http } = setup();
      const tooLarge = new HttpFetchError('x', 'Error', {} as Request, { status: 413 } as Response);
      const response = async (_path: unknown, { body }: { body?: unknown }) => {
        const objects = JSON.parse(body as string) as Array<{ id: string }>;
        if (objects.length > 2) throw tooLarge;
        return { saved_objects: objects.map((one) => ({ ...one, attributes: { of: one.id } })) };
      };
      (http.fetch as jest.Mock).mockImplementation(response);
      const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => client.get('config', id)));
      await jest.advanceTimersByTimeAsync(100);
      expect((await all).map((object) => object.get('of'))).toEqual(['a', 'b', 'c', 'd', 'e']);
      (http.fetch as jest.Mock).mockRejectedValue(tooLarge);
      await expect(client.bulkGet([{ type: 'config', id: 'a' }])).rejects.toBe(tooLarge);
    });
  });
});

describe('SimpleSavedObject', () => {
  const clientMock = () => ({ create: jest.fn(), update: jest.fn(), delete: jest.fn() });

  it('has defaults, and stores the time of its last change', () => {
    const bare = new SimpleSavedObject(clientMock(), { type: 't' });
    expect(bare).toMatchObject({ attributes: {}, references: [] });
    const full = new SimpleSavedObject(clientMock(), { ...DOC, updated_at: 'now' });
    expect(full.updated_at).toBe('now');
  });

  // @spec 9/46
  it('updates objects with an id and creates those without', () => {
    const client = clientMock();
    const references = [{ name: 'n', type: 't', id: 'i' }];
    void new SimpleSavedObject(client, { ...DOC, references, migrationVersion: { a: '1' } }).save();
    expect(client.update).toHaveBeenCalledWith('config', DOC.id, DOC.attributes, {
      references,
      migrationVersion: { a: '1' },
    });
    void new SimpleSavedObject(client, { type: 't', attributes: { a: 1 } }).save();
    expect(client.create).toHaveBeenCalledWith(
      't',
      { a: 1 },
      { references: [], migrationVersion: undefined }
    );
    void new SimpleSavedObject(client, DOC).delete();
    expect(client.delete).toHaveBeenCalledWith('config', DOC.id);
  });
});

describe('attribute paths', () => {
  it('never reach a prototype', () => {
    const target: Record<string, unknown> = {};
    setAtPath(target, '__proto__.polluted', true);
    setAtPath(target, 'constructor.prototype.polluted', true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(hasAtPath(target, '__proto__')).toBe(false);
    expect(getAtPath(target, 'toString')).toBeUndefined();
  });

  it('create arrays for indexes and leave the target unchanged for an empty path', () => {
    expect(setAtPath({}, 'list[1].a', 1)).toEqual({ list: [undefined, { a: 1 }] });
    expect(setAtPath({ a: 1 }, '', 2)).toEqual({ a: 1 });
    expect(hasAtPath({ a: 1 }, '')).toBe(false);
  });
});
