import { ReadableStream } from 'node:stream/web';
import { TextDecoder, TextEncoder } from 'node:util';
import { recordedIn } from './recorded_file';

// jsdom lacks it.
Object.assign(globalThis, { TextDecoder });

const AT = '2026-11-16T08:00:00.000+00:00';
const event = (more: object) => ({
  audit_category: 'GRANTED_PRIVILEGES',
  '@timestamp': AT,
  audit_request_effective_user: 'jane',
  audit_request_privilege: 'indices:data/read/search',
  ...more,
});
const file = (lines: readonly unknown[]): Blob => {
  const text = lines
    .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    .join('\n');
  // Two bytes at a time, so that lines and characters are split.
  const bytes = new TextEncoder().encode(text);
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 2) controller.enqueue(bytes.slice(at, at + 2));
        controller.close();
      },
    });
  return { stream } as unknown as Blob;
};

it('counts events of several files by user, action and index, and skips other lines', async () => {
  const recorded = await recordedIn([
    file([
      event({ audit_trace_resolved_indices: ['größe-1'], audit_trace_indices: ['größe-*'] }),
      { _source: event({ audit_trace_indices: ['größe-1'] }) },
      'no JSON',
      'null',
      event({ audit_category: 'AUTHENTICATED' }),
    ]),
    file([event({ audit_category: 'MISSING_PRIVILEGES' })]),
  ]);
  const use = { user: 'jane', action: 'indices:data/read/search', last: Date.parse(AT) };
  expect(recorded).toEqual({
    events: 2,
    is_partial: false,
    period: { from: use.last, to: use.last },
    used: [{ ...use, index: 'größe-1', count: 2 }],
    denied: [{ ...use, count: 1 }],
  });
});

it('leaves out bulk requests that run the write of a single document', async () => {
  const done = (action: string, more: object = {}) =>
    event({ audit_request_privilege: `indices:data/write/${action}`, ...more });
  const { used } = await recordedIn([
    file([
      done('index', { audit_trace_resolved_indices: ['a-1'], audit_trace_indices: ['a'] }),
      done('bulk'),
      done('bulk'),
    ]),
  ]);
  expect(used.map(({ action, index, count }) => [action, index, count])).toEqual([
    ['indices:data/write/index', 'a-1', 1],
    ['indices:data/write/index', 'a', 1],
    ['indices:data/write/bulk', undefined, 1],
  ]);
});
