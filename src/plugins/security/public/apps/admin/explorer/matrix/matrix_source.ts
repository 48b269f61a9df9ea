/** Rows of a matrix: a page of users or roles with the server's decisions. */
import { EXPLAIN_LIMITS, type MatrixColumn, type NotConsidered, type Outcome } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import type { ListSource, ListState } from '@sd/ui_kit';
import { READ_ACCESS_MATRIX } from '../../../../../common';
import type { EntityClient } from '../../../../services/entity_client';
import { SECURITY_KEY } from '../../../../services/query_keys';
import {
  allColumns,
  columnKey,
  MATRIX_ADDRESS,
  type MatrixItem,
  visibleColumns,
  readSubjects,
} from './matrix_request';

export interface MatrixServices {
  readonly entities: Pick<EntityClient, 'search'>;
  readonly core: { readonly http: Pick<HttpSetup, 'post'> };
}

export const matrixSource = (services: MatrixServices): ListSource<MatrixItem> => ({
  key: [...SECURITY_KEY, 'matrix'],
  address: MATRIX_ADDRESS,
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  read: async (state, signal) => {
    const { total, all, names } = await readNames(
      services,
      state,
      state.page,
      state.perPage,
      signal
    );
    const items = await readRows(services, state, names, visibleColumns(state), signal);
    return { total, unfilteredTotal: all, items };
  },
});

/** Loads the whole matrix in parts, within the export limits. */
export async function readWholeMatrix(
  services: MatrixServices,
  state: ListState,
  report: (count: number) => void,
  signal: AbortSignal
): Promise<{ readonly items: readonly MatrixItem[]; readonly isCut: boolean }> {
  const { matrixRows: step, matrixExported: most } = EXPLAIN_LIMITS;
  const items: MatrixItem[] = [];
  for (let page = 1; ; page++) {
    const { total, names } = await readNames(services, state, page, step, signal);
    items.push(...(await readRows(services, state, names, allColumns(state), signal)));
    report(items.length);
    if (names.length < step || items.length >= most) return { items, isCut: total > items.length };
  }
}

async function readNames(
  { entities }: MatrixServices,
  state: ListState,
  page: number,
  perPage: number,
  signal: AbortSignal
) {
  const resource = readSubjects(state) === 'users' ? 'internalusers' : 'roles';
  const { sortField, sortOrder, search } = state;
  const found = await entities.search(
    resource,
    {
      page,
      per_page: perPage,
      sort_field: sortField,
      sort_order: sortOrder,
      ...(search !== '' && { search }),
    },
    signal
  );
  const names = found.items.map(({ name }) => name);
  return { total: found.total, all: found.unfiltered_total, names };
}

async function readRows(
  { core }: MatrixServices,
  state: ListState,
  names: readonly string[],
  columns: readonly MatrixColumn[],
  signal: AbortSignal
): Promise<readonly MatrixItem[]> {
  const cells = new Map(names.map((name) => [name, new Map<string, Outcome>()]));
  const { matrixColumns: step } = EXPLAIN_LIMITS;
  let notConsidered: NotConsidered | undefined;
  for (let from = 0; from < columns.length && names.length > 0; from += step) {
    const part = columns.slice(from, from + step);
    const request = { of: readSubjects(state), names: [...names], columns: part };
    const { rows, not_considered: left } = await send(core.http, READ_ACCESS_MATRIX, {
      body: request,
      signal,
    });
    notConsidered = left;
    for (const row of rows)
      part.forEach((column, at) => {
        const outcome = row.cells[at];
        if (outcome) cells.get(row.name)?.set(columnKey(column), outcome);
      });
  }
  return [...cells].map(([name, byColumn]) => ({ name, cells: byColumn, notConsidered }));
}
