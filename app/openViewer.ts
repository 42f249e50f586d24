import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const PACKAGE = new URL('../node_modules/@scalar/api-reference/', import.meta.url)

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
      const [facts, viewer] = await Promise.all(
        ['package.json', 'dist/browser/standalone.js'].map((name) =>
          readFile(new URL(name, PACKAGE), 'utf8'),
        ),
      )
      const { version }: { version: string } = JSON.parse(facts ?? '')
      this.emitFile({
        type: 'asset',
        fileName: `assets/open-viewer-${version}.js`,
        source: viewer ?? '',
      })
    },
  }
}
