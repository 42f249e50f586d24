// Cases made from the declarations: how long hostile input keeps everybody else waiting. Architecture §4, §9.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allFileTasks } from '#kit/server/fileTask.ts'
import { cleanValues } from '#kit/server/html/html.ts'
import { ByteSink } from '#kit/server/spreadsheet/byte-sink.ts'
import { ZipWriter } from '#kit/server/spreadsheet/zip-write.ts'
import type { Call } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { addressOf, app, calls, named, openEveryCall } from '../tests/everyCall.ts'
import { multipart } from '../tests/importing.ts'
import { asked, stopsNobody } from '../tests/stall.ts'

openEveryCall()

const MB = 1024 * 1024

const posts = calls.filter((call) => call.method === 'POST' && !/logout/i.test(call.path))
const plain = posts.filter((call) => !call.multipart)

// ---- rich texts

const RICH = {
  nested: '<b>'.repeat(160_000),
  'nested and closed': '<div>'.repeat(45_000) + '</div>'.repeat(45_000),
  'many tags': '<p>x</p>'.repeat(60_000),
  'many attributes': `<p ${Array.from({ length: 40_000 }, (_, n) => `a${n}=1`).join(' ')}>`,
  'a long style': `<p style="${'color:red;'.repeat(45_000)}">x</p>`,
  'many comments in an address': `<a href="${'<!--'.repeat(110_000)}">x</a>`,
  'signs without tags': '<'.repeat(480_000),
  'as short as is cleaned at once': '<b>'.repeat(1300),
}

const holdsHtml = (shape: Shape): boolean =>
  Object.values(shape).some((field) => field.type === 'html' || (field.shape && holdsHtml(field.shape)))

/** An input whose every rich text, also in lines, is the given one. */
const filled = (shape: Shape, html: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]): [string, unknown][] => {
      if (field.type === 'html') return [[name, html]]
      return field.shape && holdsHtml(field.shape) ? [[name, [filled(field.shape, html)]]] : []
    }),
  )

const rich = calls.filter((call) => holdsHtml(call.shape))

test('rich texts stand in calls', () => expect(rich.length).toBeGreaterThan(5))

test.each(named(rich))(
  'rich texts of %s',
  async (_name, call) => {
    for (const [what, html] of Object.entries(RICH))
      await stopsNobody(what, () => cleanValues(call.shape, filled(call.shape, html)).catch(() => undefined))
  },
  120_000,
)

test('a rich text that is too much is refused at its field with the limit', async () => {
  const [call] = rich.filter((one) => one.method === 'POST')
  if (call === undefined) throw new Error('no call with a rich text')
  const input = filled(call.shape, RICH.nested)
  await expect(cleanValues(call.shape, input)).rejects.toMatchObject({
    code: 422,
    message: expect.stringContaining('嵌套不能超过100层'),
    data: [{ field: expect.any(String) }],
  })
  const article = `<p>${'正文'.repeat(50)}<img src="/files/a.png" /></p>`.repeat(3000)
  const kept = await cleanValues({ content: { type: 'html', label: '内容' } as never }, { content: article })
  expect(kept.content).toBe(article)
})

// ---- json bodies

const inField = (value: string): Buffer => Buffer.from(`{"x":${value}}`)
const BODIES = {
  'ten thousand deep': inField('['.repeat(10_000) + ']'.repeat(10_000)),
  'objects ten thousand deep': inField(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  'a million deep': inField('['.repeat(1_000_000)),
  'lists without end': inField(`[${'[],'.repeat(650_000)}[]]`),
  'a hundred thousand keys': Buffer.from(
    `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  ),
  'two thousand unknown keys': Buffer.from(
    `{${Array.from({ length: 1999 }, (_, n) => `"k${n}":1`).join(',')}}`,
  ),
}

test('json bodies are refused before they are parsed', async () => {
  for (const [what, body] of Object.entries(BODIES)) {
    const answer = await asked(what, '/admin/login', body)
    expect(answer?.code, what).toBe(422)
    expect(answer?.message, what).toMatch(/[一-龥]/)
  }
}, 120_000)

// ---- every field of every call

/** The longest values that a body of some megabytes has room for, for each field at once. */
function fieldValues(call: Call): Record<string, unknown>[] {
  const names = Object.keys(call.shape)
  const length = Math.floor((1.5 * MB) / Math.max(names.length, 1))
  const deep = Array.from({ length: 55 }).reduce((inside: unknown) => [inside], 1)
  const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  const items = Math.floor(90_000 / Math.max(names.length, 1))
  return [
    all('9'.repeat(length)),
    all('1,'.repeat(Math.floor(length / 2))),
    all('a '.repeat(Math.floor(length / 2))),
    all('['.repeat(length)),
    all(Array.from({ length: items }, (_, n) => n + 1)),
    all(Array.from({ length: items }, () => 'x')),
    all(deep),
  ]
}

const withFields = plain.filter((call) => Object.keys(call.shape).length > 0)

test.each(named(withFields))(
  'every field of %s',
  async (_name, call) => {
    // One of the values for each call, in turn: fields of one type are read by the same code, so all types meet all.
    const values = fieldValues(call)
    const turn = withFields.indexOf(call) % values.length
    await asked(`value ${turn}`, addressOf(call), Buffer.from(JSON.stringify(values[turn])))
  },
  120_000,
)

// ---- definitions of processes

const task = (n: number): string =>
  `<task name="t${n}" displayName="t"><transition name="e${n}" to="t${n + 1}"/></task>`
const DEFINITIONS = {
  'an element of 150,000 attributes': `<process ${Array.from({ length: 150_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
  'elements 100,000 deep': '<a>'.repeat(100_000),
  'a million elements': `<process>${'<field/>'.repeat(500_000)}</process>`,
  'text that is neither': '['.repeat(3_000_000),
  'a long text in quotes': `{"nodes":"${'\\\\'.repeat(1_000_000)}`,
  'five thousand tasks': `<process name="big" displayName="big">${Array.from({ length: 4999 }, (_, n) => task(n)).join('')}</process>`,
}

const texts = plain.filter(({ path }) => /workflow\/definition\/(import|validate|deploy|tryRun)$/.test(path))

test.each(named(texts))(
  'definitions given to %s',
  async (_name, call) => {
    for (const [what, text] of Object.entries(DEFINITIONS))
      await asked(what, addressOf(call), Buffer.from(JSON.stringify({ text })))
  },
  240_000,
)

// ---- files

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ts-hostile-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

async function workbook(parts: {
  sheet?: string
  styles?: string
  book?: string
  texts?: string
}): Promise<Buffer> {
  const path = join(folder, 'hostile.xlsx')
  const sink = new ByteSink(path)
  const zip = new ZipWriter(sink)
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  await zip.add(
    '_rels/.rels',
    `<Relationships xmlns="${RELATIONS}">${relation('r1', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
  )
  await zip.add(
    'xl/workbook.xml',
    `<workbook xmlns:r="${OFFICE}">${parts.book ?? ''}<sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
  )
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${RELATIONS}">${relation('r1', 'worksheet', 'a.xml')}${relation('r2', 'sharedStrings', 't.xml')}${relation('r3', 'styles', 's.xml')}</Relationships>`,
  )
  await zip.add('xl/a.xml', `<worksheet><sheetData>${parts.sheet ?? ''}</sheetData></worksheet>`)
  await zip.add('xl/t.xml', `<sst>${parts.texts ?? ''}</sst>`)
  await zip.add('xl/s.xml', `<styleSheet>${parts.styles ?? ''}</styleSheet>`)
  await zip.end()
  await sink.end()
  return readFile(path)
}

const attributes = Array.from({ length: 150_000 }, (_, n) => `a${n}="1"`).join(' ')
const SHEETS: Record<string, () => Promise<{ name: string; content: Buffer }>> = {
  'two million tags beside the rows': async () => book({ book: '<a/>'.repeat(2_000_000) }),
  'tags without end, one in the other': async () => book({ styles: '<a>'.repeat(1_000_000) }),
  'a tag of 150,000 attributes': async () => book({ sheet: `<row ${attributes}/>` }),
  'two million empty rows': async () => book({ sheet: '<row/>'.repeat(2_000_000) }),
  'a cell of ten megabytes': async () =>
    book({ sheet: `<row><c t="inlineStr"><is><t>${'x'.repeat(10 * MB)}</t></is></c></row>` }),
  'a shared text of ten megabytes': async () => book({ texts: `<si><t>${'x'.repeat(10 * MB)}</t></si>` }),
  'a field of ten megabytes': async () => ({
    name: 'a.csv',
    content: Buffer.from(`a\n"${'x'.repeat(10 * MB)}"`),
  }),
  'ten million empty lines': async () => ({ name: 'a.csv', content: Buffer.alloc(10 * MB, '\n') }),
  'ten million fields': async () => ({ name: 'a.csv', content: Buffer.alloc(10 * MB, ',') }),
}

async function book(parts: Parameters<typeof workbook>[0]) {
  return { name: 'a.xlsx', content: await workbook(parts) }
}

test.each(Object.keys(SHEETS))(
  'sheets: %s',
  async (what) => {
    const made = await SHEETS[what]?.()
    const definition = allFileTasks(app.db).find((one) => one.kind === 'import')
    const { token } = await app.person({ permissions: [definition?.permission ?? ''] })
    const { body, headers } = multipart(made?.name ?? '', made?.content ?? '')
    const answer = await asked(
      what,
      `/file/import/headings?bizType=${definition?.bizType}`,
      body,
      headers,
      token,
    )
    // A heading that is there answers, whatever comes behind it; everything else says what there is too much of.
    if (answer?.code !== 200) expect(answer?.message).toMatch(/不能超过|过多|无法读取|没有数据/)
  },
  180_000,
)

/** A gif of one frame of 2,000 × 2,000 and many of one pixel: small to send, and each is drawn on the whole screen. */
async function animation(frames: number): Promise<Buffer> {
  const first = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#369' } })
    .gif()
    .toBuffer()
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  const others = Array.from({ length: frames - 1 }, () => frame)
  return Buffer.concat([first.subarray(0, -1), ...others, Buffer.of(0x3b)])
}

test('pictures: all frames count', async () => {
  const call = posts.find(({ path }) => path.endsWith('/upload/image'))
  if (call === undefined) throw new Error('no call takes pictures')
  const { body, headers } = multipart('a.gif', await animation(300))
  const before = process.memoryUsage().rss
  const answer = await asked('300 frames', call.path, body, headers)
  expect(answer?.message).toContain('全部帧合计不能超过5000万像素')
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB)
}, 60_000)
