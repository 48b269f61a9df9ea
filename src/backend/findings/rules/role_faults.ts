/**
 * Filters and patterns that are saved as they are and never work, or do the opposite of what is
 * meant. The role form says the same beside the field (`role_fault_texts.ts`), by the same ids.
 */
import {
  indexPatternFault,
  queryFault,
  unknownVariables,
  type PatternFault,
  type QueryFault,
} from '../../../contracts/entities';
import { isEverything } from '../../access/patterns/breadth';
import { compilePattern, coversExpression } from '../../access/patterns/pattern';
import { parsedQuery } from '../../model/dls_query';
import { object, getTemplates } from '../facts';
import { removedFrom } from '../prepared';
import { eachAsWritten } from '../rule';
import { joinNames, t, type Sentence } from '../sentence';

const queryText = (fault: QueryFault): Sentence => {
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
};

const patternText = (pattern: string, fault: PatternFault): Sentence => {
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
};

export const QUERY_FAULTS = eachAsWritten('roles', (_facts, name, role, report) => {
  for (const { dls, index_patterns: patterns } of role.index_permissions) {
    const fault = queryFault(parsedQuery(dls ?? ''));
    if (!fault) continue;
    const problem = queryText(fault);
    report({
      text: t(
        'security.finding.queryFault.text',
        'The document filter of role {role} on {patterns} cannot work. {problem}',
        { role: name, patterns: joinNames(patterns), problem: problem.text }
      ),
      objects: [object('roles', name)],
      fix: t('security.finding.invalidDocumentFilter.fix', 'Correct the query.'),
      key: patterns.join(','),
    });
  }
});

export const PATTERN_FAULTS = eachAsWritten('roles', (facts, name, role, report) => {
  const indices = facts.configuration.live?.indices;
  for (const { index_patterns: patterns } of role.index_permissions)
    for (const pattern of new Set(patterns)) {
      const fault = indexPatternFault(pattern);
      if (!fault || (indices && [...indices].some(compilePattern(pattern)))) continue;
      const opens =
        fault === 'exception' &&
        patterns.some((one) => isEverything(one) || coversExpression(one, pattern.slice(1)));
      const problem = patternText(pattern, fault).text;
      report({
        text: opens
          ? t(
              'security.finding.patternFault.opens',
              'Role {name} grants access to what it seems to exclude. {problem}',
              { name, problem }
            )
          : t('security.finding.invalidPattern.role', 'Role {name}: {problem}', { name, problem }),
        ...(opens && { severity: 'high' as const }),
        objects: [object('roles', name)],
        fix: opens
          ? t(
              'security.finding.patternFault.fixOpens',
              'List only the indices that the role needs, without the one to exclude.'
            )
          : t('security.finding.invalidPattern.fix', 'Correct the pattern.'),
        choices: [removedFrom(name, role, 'index_patterns', [pattern])],
        key: pattern,
      });
    }
});

export const UNKNOWN_VARIABLES = eachAsWritten('roles', (_facts, name, role, report) => {
  for (const variable of unknownVariables(getTemplates(role).join('\n')))
    report({
      text: t(
        'security.finding.unknownVariable.text',
        'Role {role} uses {variable}, which no login sets.',
        { role: name, variable: `\${${variable}}` }
      ),
      objects: [object('roles', name)],
      fix: t(
        'security.finding.unknownVariable.fix',
        'Use user.name, user.roles, or an attribute such as attr.internal.department.'
      ),
      key: variable,
    });
});
