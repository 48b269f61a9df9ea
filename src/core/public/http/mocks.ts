/** The HTTP service with its own fetch, for tests. */
import { type Observable } from 'rxjs';
import { fatalErrorsServiceMock, injectedMetadataServiceMock } from '../mocks';
import { HttpService } from './http_service';

export const ORIGIN = 'https://kibana.local';

export function setUp({
  basePath = '/myBase',
  serverBasePath = basePath,
  isAnonymousPage = false,
  responses = {},
}: {
  basePath?: string;
  serverBasePath?: string;
  isAnonymousPage?: boolean;
  responses?: Readonly<Record<string, unknown>>;
} = {}) {
  const fetch = jest.fn<Promise<Response>, [Request]>(async () => json({ ok: true }));
  const fatalErrors = fatalErrorsServiceMock.createSetupContract();
  const service = new HttpService();
  const http = service.setup({
    injectedMetadata: injectedMetadataServiceMock.createSetupContract({
      basePath,
      serverBasePath,
      version: '7.10.0',
      isAnonymousPage,
      pagePreload: { responses },
    }),
    fatalErrors,
    fetch,
    getPageUrl: () => `${ORIGIN}${basePath}/app/page`,
    browserLanguage: 'en-US',
  });
  const sent = () => fetch.mock.lastCall![0];
  return { service, http, fetch, sent, fatalErrors };
}

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });

export const collect = <T>(source$: Observable<T>): T[] => {
  const values: T[] = [];
  source$.subscribe((value) => values.push(value));
  return values;
};
