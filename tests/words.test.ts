// One word per thing on every screen. Screens §8.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that are not used, and the one that is. Texts the specification gives word for word stand as they are. */
const FORBIDDEN: readonly { word: RegExp; instead: string; specified?: readonly string[] }[] = [
  {
    word: /添加/,
    instead: '新增',
    specified: ['添加商品', '请添加规格名称', '请添加属性', '请至少添加一条属性规格'],
  },
  { word: /新建/, instead: '新增' },
  { word: /身份(?!证|验证)/, instead: '角色' },
  { word: /公众号设置/, instead: '公众号' },
  { word: /雇员|职员/, instead: '员工' },
  { word: /禁用/, instead: '停用' },
]

const sources = globSync('{kit,domains,app}/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, lines: withoutComments(readFileSync(file, 'utf8')).split('\n') }))

function withoutComments(source: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ')
  return source.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(^|\s)\/\/.*$/gm, blank)
}

const found = (wrong: (line: string) => boolean): string[] =>
  sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (wrong(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )

test('there are sources to look at', () => {
  expect(sources.length).toBeGreaterThan(500)
})

test.each(FORBIDDEN)('$word is not said: it is $instead', ({ word, specified = [] }) => {
  const bare = (line: string) => specified.reduce((text, one) => text.replaceAll(one, ''), line)
  expect(found((line) => word.test(bare(line)))).toEqual([])
})

test('no input of the kit repeats its label as its placeholder', () => {
  const repeats = /placeholder=\{(field\.label|label|`请(输入|选择)\$\{)/
  expect(found((line) => repeats.test(line)).filter((one) => one.startsWith('kit/'))).toEqual([])
})
