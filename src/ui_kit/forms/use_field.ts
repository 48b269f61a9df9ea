/** One field of a form, for a control of the design system. */
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form';

export interface FieldProps<S extends FieldValues, V> {
  readonly control: Control<S>;
  /** Path in the form's values; the id in the page as well. */
  readonly name: FieldPathByValue<S, V>;
}

export interface Field<V> {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly onBlur: () => void;
  /** What is wrong with it, once it was left or the form was submitted. */
  readonly problem: string | undefined;
}

export function useField<S extends FieldValues, V>({ control, name }: FieldProps<S, V>): Field<V> {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value as V,
    onChange: field.onChange,
    onBlur: field.onBlur,
    problem: fieldState.error?.message,
  };
}
