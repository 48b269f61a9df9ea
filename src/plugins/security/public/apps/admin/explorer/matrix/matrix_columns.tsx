/** Matrix columns: the subject, and one cell per action and index that links to its explanation. */
import { EuiIcon, EuiLink } from '@elastic/eui';
import type { MatrixColumn, Outcome } from '@sd/contracts';
import { t } from '@sd/core/public';
import { WrappingText, DASH, type ListColumn, type ListState, useLink } from '@sd/ui_kit';
import { ROLE_PAGES, USER_PAGES } from '../../paths';
import { outcomeText } from '../decision_texts';
import {
  columnKey,
  columnName,
  explanationPath,
  type MatrixItem,
  visibleColumns,
  readSubjects,
} from './matrix_request';

const ICONS = { allowed: 'check', partial: 'warning', denied: 'cross' } as const;
const COLORS = { allowed: 'success', partial: 'warning', denied: 'danger' } as const;

/** Names stay readable with any number of columns; the table scrolls. */
const NAME = { display: 'inline-block', minInlineSize: '12em', overflowWrap: 'anywhere' } as const;

export function useMatrixColumns(state: ListState): ReadonlyArray<ListColumn<MatrixItem>> {
  const link = useLink();
  const of = readSubjects(state);
  const subjectPath = of === 'users' ? USER_PAGES.view : ROLE_PAGES.view;
  return [
    {
      id: 'name',
      name: of === 'users' ? t('security.common.user', 'User') : t('security.common.role', 'Role'),
      sortField: 'name',
      isFixed: true,
      render: ({ name }) => (
        <EuiLink {...link(subjectPath(name))} style={NAME}>
          <WrappingText text={name} />
        </EuiLink>
      ),
    },
    ...visibleColumns(state).map((column): ListColumn<MatrixItem> => {
      const key = columnKey(column);
      const name = columnName(column, state);
      return {
        id: `cell:${key}`,
        name,
        isFixed: true,
        render: ({ name: subject, cells }) => {
          const outcome = cells.get(key);
          if (!outcome) return DASH;
          return (
            <EuiLink
              {...link(explanationPath(of, subject, column))}
              color="text"
              aria-label={cellLabel(subject, column, outcome)}
              style={{ whiteSpace: 'nowrap', display: 'inline-block', minBlockSize: 24 }}
            >
              <EuiIcon type={ICONS[outcome]} color={COLORS[outcome]} /> {outcomeText(outcome)}
            </EuiLink>
          );
        },
      };
    }),
  ];
}

const cellLabel = (who: string, { action, index }: MatrixColumn, outcome: Outcome): string => {
  const values = { who, action, outcome: outcomeText(outcome) };
  return index === undefined
    ? t('security.matrix.cell', '{outcome}: {who}, {action}. Show details', values)
    : t('security.matrix.cellOn', '{outcome}: {who}, {action} on {index}. Show details', {
        ...values,
        index,
      });
};
