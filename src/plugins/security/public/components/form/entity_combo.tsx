/** Names of entities, searched on the server while one types; other names can be typed too. */
import { type ReactElement, useEffect, useState } from 'react';
import type { ResourceName } from '../../../common';
import { useAdmin } from '../../apps/admin/admin_context';
import { isAbortError } from '../../services/http_errors';
import { logFailure } from '../../services/log_failure';
import { TextCombo, type TextComboProps } from './text_combo';

const PAUSE_MS = 200;
const SUGGESTIONS = 50;

export interface EntityComboProps extends Omit<
  TextComboProps,
  'options' | 'onSearch' | 'isLoading'
> {
  readonly resource: ResourceName;
}

export function EntityCombo({ resource, ...props }: EntityComboProps): ReactElement {
  const { client } = useAdmin();
  const [search, setSearch] = useState('');
  const [names, setNames] = useState<readonly string[]>([]);
  const [isLoading, setIsLoading] = useState(false);

  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        setIsLoading(true);
        const query = { page: 1, per_page: SUGGESTIONS, ...(search !== '' && { search }) };
        client.search(resource, query, abort.signal).then(
          ({ items }) => {
            if (abort.signal.aborted) return;
            setNames(
              nameMatchesFirst(
                items.map(({ name }) => name),
                search
              )
            );
            setIsLoading(false);
          },
          (error: unknown) => {
            if (abort.signal.aborted || isAbortError(error)) return;
            // Suggestions are a comfort: typing works without them.
            logFailure('Suggestions could not be loaded.', error);
            setIsLoading(false);
          }
        );
      },
      search === '' ? 0 : PAUSE_MS
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, resource, search]);

  const options = names.filter((name) => !props.values.includes(name)).map((label) => ({ label }));
  return <TextCombo {...props} options={options} onSearch={setSearch} isLoading={isLoading} />;
}

/** The server searches descriptions and other fields too; whoever types a name means the name. */
function nameMatchesFirst(names: readonly string[], search: string): readonly string[] {
  const isMatch = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  return [...names.filter(isMatch), ...names.filter((name) => !isMatch(name))];
}
