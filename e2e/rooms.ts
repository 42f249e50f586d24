/** The browser tests of each room, by the names of their files; those of the whole product stand under app. */
export const SPECS_OF: Readonly<Record<string, readonly string[]>> = {
  access: ['factor', 'openApp', 'rights', 'role', 'signin', 'staff'],
  accounts: ['accountDocs', 'accounts', 'bank', 'payments'],
  app: ['behaviours', 'clicks', 'house', 'memory', 'shell'],
  catalog: ['choosing', 'conflicts', 'labels', 'offer', 'price', 'product', 'shelf'],
  desk: ['desk', 'home'],
  files: ['files', 'roundTrip', 'uploads'],
  kit: [
    'charts',
    'feedback',
    'forms',
    'keyboard',
    'line',
    'lines',
    'lists',
    'paste',
    'pickers',
    'preview',
    'typing',
    'waiting',
  ],
  marketing: [],
  members: ['memberLevel', 'privacy', 'tags', 'users'],
  monitor: ['cache'],
  parties: ['company', 'customer', 'level', 'partners', 'supplier'],
  sap: [],
  settings: ['notice', 'services'],
  stores: ['stores'],
  transport: ['fleet', 'night', 'routes', 'summary'],
  warehouse: ['appointments', 'lineSheets', 'picking', 'sapDocs', 'scan', 'warehouse', 'warehouseDay'],
  wechat: ['wechat'],
  workflow: ['designer', 'designerDrawers', 'designerLines', 'flows', 'todo'],
}

/** Made from the menus: the room whose tests are asked for limits them to its own screens. */
export const SPECS_OF_ALL: readonly string[] = ['records', 'screens']
