/** Stands in for hoist-non-react-statics: no old forms of components, so no second react-is. */
const OF_REACT_OR_FUNCTIONS = new Set(
  (
    '$$typeof render compare type displayName defaultProps propTypes contextType contextTypes ' +
    'childContextTypes getDerivedStateFromProps getDerivedStateFromError getDefaultProps mixins ' +
    'name length prototype caller callee arguments arity'
  ).split(' ')
);

export default function hoistStatics(target, source) {
  for (const key of Reflect.ownKeys(source)) {
    if (OF_REACT_OR_FUNCTIONS.has(key) || Object.hasOwn(target, key)) continue;
    Object.defineProperty(target, key, Object.getOwnPropertyDescriptor(source, key));
  }
  return target;
}
