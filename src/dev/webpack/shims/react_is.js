/** Stands in for react-is where EUI's texts ask for one thing only. */
export { isValidElement as isElement } from 'react';
