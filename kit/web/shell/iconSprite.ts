import * as drawn from '@ant-design/icons'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { ICON_NAMES } from './iconNames.ts'

const ID = 'virtual:menu-icons'
const DEV_ADDRESS = '/menu-icons.svg'

/** One SVG with all menu icons as symbols, named as they are stored. */
function sprite(): string {
  const symbols = ICON_NAMES.map((name) => {
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: it runs while building, not in the browser
    const markup = renderToStaticMarkup(createElement(drawn[name]))
    const [, viewBox, shapes] = /<svg[^>]* viewBox="([^"]+)"[^>]*>(.*)<\/svg>/.exec(markup) ?? []
    if (shapes === undefined) throw new Error(`Icon ${name} is not drawn as expected`)
    return `<symbol id="${name}" viewBox="${viewBox}">${shapes}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

/** Vite plugin: `import address from 'virtual:menu-icons'` answers where the picture of the menu icons lies. */
export function iconSprite(): Plugin {
  let building = false
  return {
    name: 'menu-icons',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined
      if (!building) return `export default '${DEV_ADDRESS}'`
      const file = this.emitFile({ type: 'asset', name: 'menu-icons.svg', source: sprite() })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
    configureServer(server) {
      server.middlewares.use(DEV_ADDRESS, (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml')
        response.end(sprite())
      })
    },
  }
}
