import type { Plugin } from 'vite'

const HEAD_MENU = /antd.es.table.hooks.useFilter.FilterDropdown\.js$/
const NOTHING = `export const flattenKeys = () => []
export default () => { throw new Error('Lists filter above the table: menus in its head are not built in') }`

/**
 * Vite plugin: leaves out the filter menus antd draws in the heads of tables. Lists filter above the table (frame §5),
 * and the menus would bring a tree and radio buttons into the first load of everybody.
 */
export function withoutHeadMenus(): Plugin {
  return {
    name: 'without-head-menus',
    enforce: 'pre',
    load: (id) => (HEAD_MENU.test(id) ? NOTHING : undefined),
  }
}
