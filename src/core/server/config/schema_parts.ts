/** Kinds of values that several sections have. */
import { Type } from '@sinclair/typebox';

export const text = (value: string) => Type.String({ default: value });
export const flag = (value: boolean) => Type.Boolean({ default: value });
export const list = (value: readonly string[] = []) =>
  Type.Array(Type.String(), { default: [...value], wants: 'a list of texts' });
export const milliseconds = (value: number, minimum = 0) =>
  Type.Integer({
    default: value,
    minimum,
    maximum: 2 ** 31 - 1,
    wants: `a whole number of milliseconds of at least ${minimum}`,
  });
export const choice = <const T extends string>(values: readonly T[], value: T) =>
  Type.Unsafe<T>(
    Type.Union(
      values.map((item) => Type.Literal(item)),
      { default: value }
    )
  );
