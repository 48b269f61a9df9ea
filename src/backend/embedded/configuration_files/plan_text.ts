/** Formats a plan for review. */
import type { PrintedChange } from '../../changes/plan/planned_change';
import { FILE_KINDS, problemLine, type FileProblem } from './file_kinds';

const SIGNS = { create: '+', update: '~', delete: '-' } as const;
const MAX_VALUE_LENGTH = 160;
const MAX_LINES_PER_ENTRY = 20;

/** What is imported, but has no effect, or not all of it. */
export const warningLines = (warnings: readonly FileProblem[]): string =>
  warnings.map((warning) => `Note: ${problemLine(warning)}.\n`).join('');

/** The plan as JSON, for scripts. */
export const planReport = (plan: readonly PrintedChange[]): object => ({
  changes: plan.map(({ type, name, action, diff }) => ({ type, name, action, diff })),
});

export function planText(plan: readonly PrintedChange[]): string {
  if (plan.length === 0) return 'No changes.\n';
  const parts = FILE_KINDS.flatMap(({ file, type }) => {
    const changes = plan.filter((change) => change.type === type);
    return changes.length === 0 ? [] : [`${file}\n${changes.map(changeText).join('')}`];
  });
  const count = (action: PrintedChange['action']) =>
    plan.filter((change) => change.action === action).length;
  const summary = `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete.`;
  return `${parts.join('')}${summary}\n`;
}

function changeText({ action, name, diff }: PrintedChange): string {
  const head = `  ${SIGNS[action]} ${action} ${name}\n`;
  if (action === 'delete') return head;
  const lines = diff.slice(0, MAX_LINES_PER_ENTRY).map(({ op, path, value }) => {
    const valueText = op === 'remove' ? '' : ` ${shorten(JSON.stringify(value))}`;
    return `      ${op} ${path}${valueText}\n`;
  });
  const more =
    diff.length > MAX_LINES_PER_ENTRY
      ? [`      … and ${diff.length - MAX_LINES_PER_ENTRY} more\n`]
      : [];
  return head + [...lines, ...more].join('');
}

const shorten = (text: string): string =>
  text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
