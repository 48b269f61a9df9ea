/**
 * Replaces moment where EUI only checks for moment objects, so that pages without dates do not load
 * it. Equals moment's own `isMoment` and `isDate`.
 */
const isMoment = (value) => Boolean(value?._isAMomentObject);
const isDate = (value) => Object.prototype.toString.call(value) === '[object Date]';

export { isMoment, isDate };
export default { isMoment, isDate };
