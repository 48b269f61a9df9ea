import {
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import { useLightStyles } from './light_styles';

export interface LightFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'className'
> {
  readonly label: string;
  /** Error message, shown below the field and announced with it. */
  readonly problem?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Element at the end of the field. */
  readonly append?: ReactNode;
  readonly 'data-test-subj'?: string;
}

/** Text field with a label. */
export function LightField({
  label,
  problem,
  inputRef,
  append,
  ...input
}: LightFieldProps): ReactElement {
  const styles = useLightStyles();
  const id = useId();
  const isInvalid = problem !== undefined;
  return (
    <div style={{ marginBlockEnd: 16 }}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={isInvalid ? styles.invalidField : styles.field}>
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}problem` : undefined}
        />
        {append}
      </div>
      {isInvalid && (
        <div
          id={`${id}problem`}
          className={styles.danger}
          style={{ textAlign: 'start', fontSize: 12, marginBlockStart: 4 }}
        >
          {problem}
        </div>
      )}
    </div>
  );
}
