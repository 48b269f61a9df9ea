/** Request of a matrix, converted from and to the address and the server's format. */
import {
  EXPLAIN_LIMITS,
  type MatrixColumn,
  type MatrixRequest,
  type Outcome,
  type NotConsidered,
} from '@sd/contracts';
import { t } from '@sd/core/public';
import type { ListAddress, ListState } from '@sd/ui_kit';
import { EXPLORER_PAGES } from '../../paths';
import { READ, verbText } from '../action_verbs';
import { requestToSearch } from '../explain_request';

export type MatrixOf = MatrixRequest['of'];

export interface MatrixItem {
  readonly name: string;
  /** Keys from {@link columnKey}. */
  readonly cells: ReadonlyMap<string, Outcome>;
  /** What of the cluster the cells leave out; the same in all rows. */
  readonly notConsidered?: NotConsidered | undefined;
}

/** Columns per page: as many as fit beside the names at 1280 pixels. */
export const COLUMNS_PER_PAGE = 6;

/** The request is part of the list's filters, so that the address stores it. */
export const MATRIX_ADDRESS: ListAddress = {
  facets: ['of', 'action', 'index', 'columns'],
  facetPrefix: '',
  sortField: 'customization',
  sortFields: ['customization', 'name'],
  perPage: 25,
};

export const readSubjects = ({ filters }: ListState): MatrixOf =>
  filters['of']?.[0] === 'roles' ? 'roles' : 'users';
export const readActions = ({ filters }: ListState): readonly string[] =>
  filters['action'] ?? [READ];
export const readIndices = ({ filters }: ListState): readonly string[] => filters['index'] ?? [];

/** Every action on every index, or each action alone if no index is given. */
export function allColumns(state: ListState): readonly MatrixColumn[] {
  const indices = readIndices(state);
  const columns = readActions(state).flatMap((action): readonly MatrixColumn[] =>
    indices.length === 0 ? [{ action }] : indices.map((index) => ({ action, index }))
  );
  return columns.slice(0, EXPLAIN_LIMITS.matrixWidth);
}

/** Starts at 0. */
export function readColumnPage(state: ListState): number {
  const pages = Math.ceil(allColumns(state).length / COLUMNS_PER_PAGE);
  const requested = Math.trunc(Number(state.filters['columns']?.[0])) || 1;
  return Math.min(Math.max(1, requested), Math.max(1, pages)) - 1;
}

export const visibleColumns = (state: ListState): readonly MatrixColumn[] => {
  const from = readColumnPage(state) * COLUMNS_PER_PAGE;
  return allColumns(state).slice(from, from + COLUMNS_PER_PAGE);
};

export const columnKey = ({ action, index = '' }: MatrixColumn): string => `${action}\n${index}`;

/** Shortest name that distinguishes the column from the others. */
export function columnName({ action, index }: MatrixColumn, state: ListState): string {
  const verb = verbText(action).replace(/^indices:(data\/)?/, '');
  if (index === undefined) return verb;
  return readActions(state).length === 1
    ? index
    : t('security.matrix.column', '{action} on {index}', { action: verb, index });
}

/** Address of the access explorer for one cell. */
export function explanationPath(of: MatrixOf, name: string, { action, index = '' }: MatrixColumn) {
  const subject = of === 'users' ? { user: name } : { roles: [name] };
  return `${EXPLORER_PAGES.main}?${requestToSearch({ ...subject, action, index })}`;
}
