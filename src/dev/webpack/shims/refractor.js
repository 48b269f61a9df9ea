/**
 * Stands in for refractor, whose index registers all 290 languages. Core brings markup, css, clike
 * and javascript; screens of ours show JSON. EUI registers ES|QL by itself.
 */
import refractor from 'refractor/core';
import json from 'refractor/lang/json';

refractor.register(json);

export const highlight = refractor.highlight;
export const listLanguages = refractor.listLanguages;
export const register = refractor.register;
export default refractor;
