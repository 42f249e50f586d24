// One word per thing on every screen. Screens §8.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that are not used, and the one that is. Texts the specification gives word for word stand as they are. */
const FORBIDDEN: readonly { word: RegExp; instead: string; specified?: readonly string[] }[] = [
  {
    word: /添加/,
    instead: '新增',
    // The last takes the word off the title of a page.
    specified: [
      '添加商品',
      '请添加规格名称',
      '请添加属性',
      '请至少添加一条属性规格',
      '请至少添加一个条件',
      '(?:新增|添加|编辑)',
    ],
  },
  { word: /新建/, instead: '新增' },
  { word: /身份(?!证|验证)/, instead: '角色' },
  { word: /公众号设置/, instead: '公众号' },
  { word: /雇员|职员/, instead: '员工' },
  { word: /禁用/, instead: '停用' },
  { word: /后退/, instead: '返回' },
  { word: /检索/, instead: '查询' },
  { word: /登陆/, instead: '登录' },
  { word: /帐号|帐户/, instead: '账号' },
  { word: /其它/, instead: '其他' },
  { word: /取消申请/, instead: '撤回' },
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

/** Refusals that the specification gives word for word, with their exclamation marks (catalogue of messages). */
const EXCLAIMED = [
  /文件格式不正确, 请上传.*格式文件!/,
  /上传文件(数量|大小)不能超过.*!/,
  /图片只能是 JPG或PNG 格式!/,
  /图片大小不能超过 2MB!/,
  /只能上传一张图片，请删除后再上传!/,
  /请至少添加一条属性规格！/,
  /请先为管理员新增手机号!/,
  /请输入正确的跳转地址!/,
  /请填写完整小程序配置!/,
  /请勿频繁更改，以免计算产生混乱！/,
]

test('nothing is exclaimed but what the specification exclaims', () => {
  const isLoud = (line: string) => /[\p{Script=Han}\d}] ?!['"`]|！['"`]/u.test(line)
  expect(found((line) => isLoud(line) && !EXCLAIMED.some((one) => one.test(line)))).toEqual([])
})

/** English messages that the specification gives as they are. */
const ENGLISH = ['copy failed', 'you browser can not work', 'need dict types']

test('what people are told is Chinese', () => {
  const told = /\b(?:toast[A-Z]\w+|refuse|conflict|notFound|forbidden)\((['"`])([a-z]+(?: [a-z]+)+)\1/i
  expect(
    found((line) => {
      const text = told.exec(line)?.[2]
      return text !== undefined && !ENGLISH.includes(text)
    }),
  ).toEqual([])
})

test('nobody is blamed', () => {
  expect(found((line) => /非法|您的错误|你错|操作有误|胡乱/.test(line))).toEqual([])
})

test('no list shows the id of a row of another table', () => {
  // The own id is called ID alone; AppID and 模板ID are numbers that the platform outside gives.
  const idColumn = /\b(?:int|ref)\('\p{Script=Han}+ID'(?!.*list: false)/u
  expect(found((line) => idColumn.test(line))).toEqual([])
})

// The placeholders of the login page are those of the specification.
const LABELLED = sources.filter(({ file }) => /\.tsx$/.test(file) && !/\/Login(Form|Totp)\.tsx$/.test(file))

/** The text of a placeholder in a line, without the verb before it; null: the line has none. */
function placeholderIn(line: string): string | null {
  const found = /placeholder(?:=\{?|: ?)(['"`])(.*?)\1/.exec(line)
  return found === null ? null : (found[2] ?? '')
}

test('no placeholder repeats the label of its input: 请选择 alone, an example, or nothing', () => {
  // 请先选择商品 says what to do before; 请输入商品 says the label once more.
  const verbal = /placeholder(=|: ?).*['"`]请(输入|选择)[^'"`]/
  const taken = /placeholder(=\{|: ?)([\w.]+\.)?(label|title)\b/
  const near = (lines: readonly string[], at: number): boolean => {
    const text = placeholderIn(lines[at] ?? '')
    if (text === null || text === '') return false
    const around = lines.slice(Math.max(0, at - 10), at + 11)
    return around.some((line) => line.includes(` label="${text}"`) || line.includes(`>${text}</label>`))
  }
  const repeated = LABELLED.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) =>
      verbal.test(line) || taken.test(line) || near(lines, index)
        ? [`${file}:${index + 1} ${line.trim()}`]
        : [],
    ),
  )
  expect(repeated).toEqual([])
})

test('no screen asks for what browsers give to https alone', () => {
  const asked = sources.filter(
    ({ file, lines }) =>
      file.endsWith('.tsx') && lines.some((line) => /crypto\.(randomUUID|subtle)/.test(line)),
  )
  expect(asked.map(({ file }) => file)).toEqual([])
})
