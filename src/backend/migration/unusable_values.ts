/** Findings about values of files that no cluster could use. */
import type { Finding } from '../api/engine';
import { FILE_KINDS, type FileProblem } from '../embedded/configuration_files/file_kinds';
import { findFinding } from '../findings/find_findings';
import type { Rule } from '../findings/rule';
import { t } from '../findings/sentence';

/** Only folders of files have what it reports, so no server runs it. */
export const UNUSABLE_VALUE: Rule = {
  id: 'unusable-value',
  group: 'broken',
  severity: 'high',
  reason: t(
    'security.finding.unusableValue.reason',
    'A cluster does not load the file, and an import changes nothing.'
  ),
  needs: [],
};

const OBJECT_TYPES = ['config', 'audit', 'guardrails'];

export function unusableValues(problems: readonly FileProblem[]): readonly Finding[] {
  return problems.map(({ file, entry, key, message }) => {
    const kind = FILE_KINDS.find((one) => one.file === file);
    const isObject = kind?.form === 'entries' || OBJECT_TYPES.includes(kind?.type ?? '');
    const type = (isObject ? kind?.type : 'config') as Finding['objects'][number]['type'];
    const place = [entry, key].filter((part) => part !== undefined && part !== '').join(': ');
    return findFinding(UNUSABLE_VALUE, {
      objects: [{ type, name: entry ?? file }],
      key: key ?? message,
      text: t('security.finding.unusableValue.text', '{place} cannot be used: {problem}.', {
        place: place === '' ? file : `${file}: ${place}`,
        problem: message,
      }),
      fix: t('security.finding.unusableValue.fix', 'Correct it, or remove it from {file}.', {
        file,
      }),
    });
  });
}
