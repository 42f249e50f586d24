import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { openViewer } from './app/openViewer.ts'
import { lighterLibraries } from './kit/web/libraries.ts'
import { iconSprite } from './kit/web/shell/iconSprite.ts'

export default defineConfig({
  plugins: [react(), iconSprite(), lighterLibraries(), openViewer()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // kB; the largest draws bar codes and is loaded with the first of them.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // These do nothing by being loaded, and do not say so; without it every page loads all that they name.
      treeshake: {
        moduleSideEffects: [
          {
            test: /node_modules.@rc-component|\.(pickers\.tsx|shared\.ts)$|\/pages\.ts$/,
            sideEffects: false,
          },
        ],
      },
      output: {
        codeSplitting: {
          // A group takes along whatever its files import, as far as no earlier group has it: few files, which compress
          // better than many.
          groups: [
            // Forms, colours and trees are only named by what all pages share; who has one in view loads them.
            {
              name: 'forms',
              test: /@rc-component.(async-validator|form.es.(Field|Form|List|index|utils.\w+|hooks.\w+)\.js|color-picker.es.(index|ColorPicker|util|hooks|components.(?!ColorBlock)))/,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              name: 'trees',
              test: /@rc-component.tree.es.(Tree|TreeNode|Indent|NodeList|MotionTreeNode|DropIndicator|useUnmount|index|hooks.useTree|utils.diffUtil)\.js/,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            { name: 'start', test: /app.web\.tsx$/, priority: 2 },
            { name: 'pages', test: /kit.web.(shell.Shell|list.ListPage)\.tsx$/, priority: 1 },
            // The list that most begin with; alone it would be thirty files of declarations.
            { name: 'products', test: /catalog.product.StoreList\.tsx$/ },
          ],
        },
      },
    },
  },
})
