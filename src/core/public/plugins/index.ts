export { loadPluginScripts } from './plugin_scripts';
export { PluginsService } from './plugins_service';
