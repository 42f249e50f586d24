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
              priority: 9,
              includeDependenciesRecursively: false,
            },
            {
              name: 'trees',
              test: /@rc-component.tree.es.(Tree|TreeNode|Indent|NodeList|MotionTreeNode|DropIndicator|useUnmount|index|hooks.useTree|utils.diffUtil)\.js/,
              priority: 9,
              includeDependenciesRecursively: false,
            },
            // The envelope is of the login page too: in a group of forms it would bring them there.
            { name: 'start', test: /(app.web\.tsx|kit.shared.envelope\.ts)$/, priority: 8 },
            { name: 'pages', test: /kit.web.(shell.Shell|list.ListPage)\.tsx$/, priority: 7 },
            // The list that most begin with; alone it would be thirty files of declarations.
            { name: 'products', test: /catalog.product.StoreList\.tsx$/, priority: 6 },
            // What every window loads as soon as it stands: it must not bring along what only forms need.
            {
              name: 'window',
              test: /(app.Bell\.tsx|desk.ListViews\.tsx|notice.WaitingReader\.tsx|todo.(taskForms\.ts|openTrace\.tsx)|price.priceKinds\.ts)$/,
              priority: 5,
            },
            // What many share that have no form: dialogs, and lines that are read a page at a time.
            {
              name: 'dialogs',
              test: /kit.(web.(Dialog|list.CallTable|document.documentActs)\.tsx|web.form.draft\.ts)$|antd.es.(modal|input|tag).index\.js$/,
              priority: 4,
            },
            // What most pages of one record share, whatever they are about.
            {
              name: 'records',
              test: /kit.web.(form.Form(Page|Modal|Dialog)|info.InfoPage|print.PrintPage)\.tsx$/,
              priority: 3,
            },
            {
              name: 'choosing',
              test: /kit.web.picker.PickerModal\.tsx$|antd.es.tree-select.index\.js$/,
              priority: 2,
            },
            { name: 'documents', test: /kit.web.document.\w+\.tsx?$/, priority: 1 },
            { name: 'pictures', test: /antd.es.image.index\.js$/, priority: 0 },
          ],
        },
      },
    },
  },
})
