/**
 * Replaces refractor, whose index registers all 290 languages. Its core includes markup, css, clike
 * and javascript; our screens show JSON. EUI registers ES|QL itself.
 */
import refractor from 'refractor/core';
import json from 'refractor/lang/json';

refractor.register(json);

export const highlight = refractor.highlight;
export const listLanguages = refractor.listLanguages;
export const register = refractor.register;
export default refractor;
