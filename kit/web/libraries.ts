import type { Plugin } from 'vite'

const off = (why: string) => `const off = () => { throw new Error(${JSON.stringify(why)}) }\n`

/** Parts of libraries that no page uses, and why; the functions in their place throw when they are called after all. */
const LEFT_OUT: readonly { file: RegExp; why: string }[] = [
  {
    file: /antd.es.table.hooks.useFilter.FilterDropdown\.js$/,
    why: 'Lists filter above the table (frame §5): menus in its head are not built in',
  },
  { file: /antd.es.input.OTP.index\.js$/, why: 'Codes are typed into one input' },
  {
    file: /antd.es.pagination.style.bordered\.js$/,
    why: 'No page is drawn in wireframe',
  },
  {
    file: /zod.v4.core.(to-json-schema|json-schema-processors)\.js$/,
    why: 'Only the server describes its calls',
  },
]

/** The same where others use the part, but not by way of this file. */
const LEFT_OUT_OF: readonly { source: RegExp; importer: RegExp; why: string }[] = [
  {
    source: /\/radio$/,
    importer: /antd.es.table.hooks.useSelection\.js$/,
    why: 'Rows are chosen by boxes: a table of which one row is chosen draws its radio buttons itself',
  },
  {
    source: /\/collapse$/,
    importer: /antd.es.color-picker.components.ColorPresets\.js$/,
    why: 'Colours are chosen without presets',
  },
  {
    source: /\/TreeNode$/,
    importer: /@rc-component.tree.es.util\.js$/,
    why: 'Trees are made of data: nobody writes their nodes as elements, and tables with boxes use the rest of this file',
  },
]
const EMPTY = '\0left-out:'

/** Looks of parts that no page has: menus in heads of tables, groups of buttons, texts from right to left. */
const UNUSED_STYLES = /antd.es.(table.style.(filter|rtl)|menu.style.rtl|button.style.group)\.js$/

/** Antd brings its English texts for pages that name no language; all pages name Chinese. */
const ENGLISH = /antd.es.locale.en_US\.js$/

const REPLACED: readonly { file: RegExp; before: string; after: string }[] = [
  // Prefixes for browsers that are older than those the build is made for; nothing asks for them.
  {
    file: /@ant-design.cssinjs.es.hooks.useStyleRegister\.js$/,
    before: 'autoPrefix ? serialize(compile(styleStr), middleware([prefixer, stringify])) : ',
    after: '',
  },
  // Measured twice, in whole pixels and then exactly: every table whose columns share its width was drawn once more for it.
  {
    file: /@rc-component.table.es.Body.MeasureCell\.js$/,
    before: 'cellRef.current.offsetWidth',
    after: 'cellRef.current.getBoundingClientRect().width',
  },
  // The server writes no styles into a page: looking for them has the browser lay out the page before it is drawn.
  {
    file: /@ant-design.cssinjs.es.util.cacheMapUtil\.js$/,
    before: 'cachePathMap = {};\n    if (canUseDom()) {',
    after: 'cachePathMap = {};\n    if (false) {',
  },
  // What stood in the place of a part stayed there for 300 ms at least, however soon the code of the part came. Decision 0220.
  {
    file: /react-dom.cjs.react-dom-client\.production\.js$/,
    before: 'globalMostRecentFallbackTime + 300 - now()',
    after: '0',
  },
]

/**
 * Vite plugin: leaves out of libraries what no page uses and every browser would load with its first page, and does once or
 * not at all what they do in vain.
 */
export function lighterLibraries(): Plugin {
  return {
    name: 'lighter-libraries',
    enforce: 'pre',
    resolveId: {
      filter: { id: LEFT_OUT_OF.map(({ source }) => source) },
      handler(source, importer = '') {
        const at = LEFT_OUT_OF.findIndex((one) => one.source.test(source) && one.importer.test(importer))
        return at < 0 ? undefined : `${EMPTY}${at}`
      },
    },
    load(id) {
      if (!id.startsWith(EMPTY)) return undefined
      return `${off(LEFT_OUT_OF[Number(id.slice(EMPTY.length))]?.why ?? '')}export default off`
    },
    transform: {
      filter: {
        id: [ENGLISH, UNUSED_STYLES, ...[...REPLACED, ...LEFT_OUT].map(({ file }) => file)],
      },
      handler(code, id) {
        if (ENGLISH.test(id)) return `export { default } from './zh_CN'`
        if (UNUSED_STYLES.test(id)) return 'export default () => ({})'
        const left = LEFT_OUT.find(({ file }) => file.test(id))
        if (left !== undefined) return off(left.why) + emptied(code)
        const found = REPLACED.find(({ file }) => file.test(id))
        if (!found || !code.includes(found.before))
          throw new Error(`Otherwise than before, look at it again: ${id}`)
        return code.replace(found.before, found.after)
      },
    },
  }
}

/** The exports of a file, each the function `off`. */
function emptied(code: string): string {
  const named = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
  const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name)
  return ['default', ...named, ...renamed].map((name) => `export { off as ${name} }`).join('\n')
}
