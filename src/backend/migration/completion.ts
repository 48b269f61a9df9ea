/** The script with which a shell completes commands and options of the tool. */
import { OWN } from '../embedded/cli/arguments';
import { IDENTITY_FLAG, IDENTITY_VALUES } from '../embedded/cli/identity';
import { MIGRATE_FLAGS, MIGRATE_VALUES } from './arguments';
import { CHECK_FLAGS, CHECK_VALUES } from './check_arguments';
import { PROMOTE_FLAGS, PROMOTE_VALUES } from './promote_arguments';
import { USAGE_VALUES } from './usage';

const IDENTITY = [...IDENTITY_VALUES, IDENTITY_FLAG];
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  ...OWN,
  migrate: [...MIGRATE_FLAGS, ...MIGRATE_VALUES, ...IDENTITY],
  compare: ['--json', ...PROMOTE_VALUES, ...IDENTITY],
  promote: [...PROMOTE_FLAGS, ...PROMOTE_VALUES, ...IDENTITY],
  check: [...CHECK_FLAGS, ...CHECK_VALUES, ...IDENTITY],
  usage: ['--json', ...USAGE_VALUES, ...IDENTITY],
  completion: [],
};
const EVERYWHERE = ['--path.data', '--config', '--version', '--help'];

/** For bash; zsh takes it after `autoload bashcompinit && bashcompinit`. */
export function completionScript(): string {
  const cases = Object.entries(OPTIONS).map(
    ([name, options]) => `    ${name}) words="${[...options, ...EVERYWHERE].join(' ')}" ;;`
  );
  return `_security() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="${[...Object.keys(OPTIONS), '--version', '--help'].join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _security security bin/security
`;
}
