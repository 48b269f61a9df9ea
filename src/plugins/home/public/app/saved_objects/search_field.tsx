import { EuiIcon, useGeneratedHtmlId } from '@elastic/eui';
import { useRef, type ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import { useControlClass, useSearchClass } from './control_styles';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ value, onChange }: SearchFieldProps): ReactElement {
  const id = useGeneratedHtmlId();
  const input = useRef<HTMLInputElement>(null);
  const className = useSearchClass();
  const controlClass = useControlClass();
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={className}>
      <label htmlFor={id}>
        <FormattedMessage id="home.objects.searchLabel" defaultMessage="Search saved objects" />
      </label>
      <div>
        <span>
          <EuiIcon type="search" aria-hidden />
        </span>
        <input
          ref={input}
          id={id}
          type="search"
          className={controlClass}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          placeholder={i18n.translate('home.objects.searchPlaceholder', {
            defaultMessage: 'Title or description',
          })}
          data-test-subj="homeObjectsSearch"
        />
        {value !== '' && (
          <button
            type="button"
            onClick={clear}
            aria-label={i18n.translate('home.objects.clearSearch', {
              defaultMessage: 'Clear the search',
            })}
            data-test-subj="homeObjectsClearSearch"
          >
            <EuiIcon type="cross" aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
}
