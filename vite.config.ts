import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconSprite } from './kit/web/shell/iconSprite.ts'

export default defineConfig({
  plugins: [react(), iconSprite()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // kB; the largest draws bar codes and is loaded with the first of them.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Their packages do not say that they do nothing by being loaded; without it every page loads all of them.
      treeshake: { moduleSideEffects: [{ test: /node_modules.@rc-component/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // A group takes along whatever its files import, as far as no earlier group has it: few files, which compress
          // better than many.
          groups: [
            { name: 'start', test: /app.web\.tsx$/, priority: 2 },
            { name: 'pages', test: /kit.web.(shell.Shell|list.ListPage)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})
