/** Documents of a server in the place of a cluster: what the product writes, it can read again. */
import { text } from 'node:stream/consumers';
import { json, type Respond } from './fake_cluster';

interface Stored {
  readonly source: object;
  readonly sequence: number;
}
interface Condition {
  readonly _index: string;
  readonly _id: string;
  readonly if_seq_no?: number;
}

const ON_INDEX = /^\/([^/_][^/]*)\/(_doc|_mget|_search|_refresh|_mapping)(?:\/(.+))?$/;
const CREATION = /^\/\.[^/]+_1$/;

/**
 * Answers requests for documents, and leaves all others to `answer`. A search finds the documents
 * with a number as id, the highest first: all records of the history.
 */
export function withDocuments(answer: Respond): Respond {
  const indices = new Map<string, Map<string, Stored>>();
  let sequence = 0;
  const documentsOf = (index: string): Map<string, Stored> => {
    const found = indices.get(index) ?? new Map<string, Stored>();
    indices.set(index, found);
    return found;
  };
  const shown = (index: string, id: string) => {
    const found = documentsOf(index).get(id);
    const version = { _seq_no: found?.sequence, _primary_term: 1, _version: 1 };
    return found
      ? { _index: index, _id: id, found: true, ...version, _source: found.source }
      : { _index: index, _id: id, found: false };
  };

  function write(action: string, at: Condition, source?: object) {
    const documents = documentsOf(at._index);
    const present = documents.get(at._id);
    const isOther = at.if_seq_no !== undefined && at.if_seq_no !== present?.sequence;
    const names = { _index: at._index, _id: at._id };
    if (isOther || (action === 'create' && present)) {
      const error = { type: 'version_conflict_engine_exception', reason: 'version conflict' };
      return { [action]: { ...names, status: 409, error } };
    }
    sequence++;
    if (source) documents.set(at._id, { source, sequence });
    else documents.delete(at._id);
    const version = { _seq_no: sequence, _primary_term: 1, _version: 1 };
    return { [action]: { ...names, status: 200, result: action, ...version } };
  }

  function bulk(sent: string): object {
    const lines = sent.trim().split('\n');
    const items: object[] = [];
    while (lines.length > 0) {
      const [[action, at]] = Object.entries(JSON.parse(lines.shift() as string)) as [
        [string, Condition],
      ];
      const source = action === 'delete' ? undefined : JSON.parse(lines.shift() as string);
      items.push(write(action, at, source));
    }
    return { errors: false, items };
  }

  return async (request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const [, index, operation, id = ''] = ON_INDEX.exec(path) ?? [];
    if (path !== '/_bulk' && !CREATION.test(path) && index === undefined)
      return answer(request, response);
    const sent = await text(request);
    if (path === '/_bulk') return json(response, 200, bulk(sent));
    if (index === undefined || operation === '_mapping' || operation === '_refresh')
      return json(response, 200, { acknowledged: true });
    if (operation === '_doc') return json(response, 200, shown(index, id));
    if (operation === '_mget')
      return json(response, 200, {
        docs: (JSON.parse(sent).ids as string[]).map((one) => shown(index, one)),
      });
    const hits = [...documentsOf(index).keys()]
      .filter((one) => /^\d+$/.test(one))
      .sort((a, b) => Number(b) - Number(a))
      .map((one) => shown(index, one));
    return json(response, 200, { timed_out: false, hits: { total: { value: hits.length }, hits } });
  };
}
