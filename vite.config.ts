import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconSprite } from './kit/web/shell/iconSprite.ts'

/** Parts of the component library that only forms and dialogs show: the lists do not wait for them. */
const LATER = /(rc-component|antd.es).(form|modal|dialog|skeleton|input-number)\b/

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
          // What stands on nearly every page travels together: fewer requests, and it compresses better.
          groups: [
            { name: 'base', test: /node_modules.(react|react-dom|scheduler|react-router|zod)./, priority: 2 },
            {
              name: 'common',
              test: (id) => /node_modules.(antd|@rc-component|@ant-design)./.test(id) && !LATER.test(id),
              minShareCount: 20,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
