export { CoreApp } from './core_app';
