import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The file of the built web application that shows the description of the open calls. */
export const VIEWER = /^open-viewer-[\w.-]+\.js$/

/**
 * Lays the viewer of API descriptions beside the built web application, as its makers built it: no part of the product
 * loads it but the page of integrators, and an installed product needs none of its packages. Decision 0138.
 */
export function openViewer(): Plugin {
  return {
    name: 'open-viewer',
    apply: 'build',
    async generateBundle() {
      const main = createRequire(import.meta.url).resolve('@scalar/api-reference')
      const root = main.slice(0, main.indexOf('api-reference') + 'api-reference'.length)
      const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
      this.emitFile({
        type: 'asset',
        fileName: `assets/open-viewer-${version}.js`,
        source: await readFile(join(root, 'dist', 'browser', 'standalone.js'), 'utf8'),
      })
    },
  }
}
