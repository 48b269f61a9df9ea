/** What is wrong with a filter or pattern; findings say the same by the same ids. */
import type { PatternFault, QueryFault } from '@sd/contracts';
import { t } from '@sd/core/public';

export function queryFaultText(fault: QueryFault): string {
  switch (fault.code) {
    case 'wrapped':
      return t(
        'security.roleFault.wrapped',
        'Leave out the outer “query”: a filter is the query itself.'
      );
    case 'unknown_kind':
      return t('security.roleFault.unknownKind', 'OpenSearch has no “{kind}” query.', {
        kind: fault.kind,
      });
    case 'unknown_part':
      return t('security.roleFault.unknownPart', '“{kind}” has no “{part}”. It takes {parts}.', {
        kind: fault.kind,
        part: fault.part,
        parts: fault.parts.join(', '),
      });
    case 'no_query':
      return t('security.roleFault.noQuery', '“{part}” takes queries (JSON objects).', {
        part: fault.part,
      });
  }
}

export function patternFaultText(pattern: string, fault: PatternFault): string {
  switch (fault) {
    case 'space':
      return t(
        'security.roleFault.space',
        '“{pattern}” matches no index, because index names have no spaces.',
        { pattern }
      );
    case 'exception':
      return t(
        'security.roleFault.exception',
        "“{pattern}” excludes nothing: patterns have no exceptions, and index names don't begin with “-”.",
        { pattern }
      );
    case 'list':
      return t(
        'security.roleFault.list',
        '“{pattern}” matches no index, because index names have no commas. Enter each pattern on its own.',
        { pattern }
      );
    case 'regex':
      return t(
        'security.roleFault.regex',
        '“{pattern}” looks like a regular expression. Put it between slashes, or use * and ?.',
        { pattern }
      );
    case 'upper_case':
      return t(
        'security.roleFault.upperCase',
        '“{pattern}” matches no index, because index names are in lower case.',
        { pattern }
      );
  }
}

export const unknownVariableText = (variable: string): string =>
  t('security.roleFault.unknownVariable', 'No login sets {variable}.', {
    variable: `\${${variable}}`,
  });
