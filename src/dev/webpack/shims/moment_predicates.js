/**
 * Stands in for moment where EUI only asks "is this a moment?", so that pages without dates do not
 * download it. Same tests as moment's own `isMoment` and `isDate`.
 */
const isMoment = (value) => Boolean(value?._isAMomentObject);
const isDate = (value) => Object.prototype.toString.call(value) === '[object Date]';

export { isMoment, isDate };
export default { isMoment, isDate };
