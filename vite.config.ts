import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconSprite } from './kit/web/shell/iconSprite.ts'

/** What the shell and nearly every list show of the component library. */
const COMMON =
  /antd.es.(button|checkbox|config-provider|dropdown|empty|input|menu|pagination|popover|select|space|spin|switch|table|theme|tooltip)./

export default defineConfig({
  plugins: [react(), iconSprite()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // kB; the largest is what stands on nearly every page.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // Their packages do not say that they do nothing by being loaded; without it every page loads all of them.
      treeshake: { moduleSideEffects: [{ test: /node_modules.@rc-component/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // It travels together: fewer requests, and it compresses better.
          groups: [
            { name: 'base', test: /node_modules.(react|react-dom|scheduler|react-router|zod)./, priority: 2 },
            { name: 'common', test: COMMON, priority: 1 },
          ],
        },
      },
    },
  },
})
