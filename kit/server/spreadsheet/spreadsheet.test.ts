import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ByteSink } from './byte-sink.ts'
import {
  type Cell,
  type ColumnSpec,
  createCsv,
  createWorkbook,
  openSheet,
  type SheetRow,
  type SheetSpec,
  SpreadsheetError,
} from './spreadsheet.ts'
import { openZip } from './zip-read.ts'
import { ZipWriter } from './zip-write.ts'

let folder = ''
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreadsheet-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function newPath(extension: string): string {
  files += 1
  return join(folder, `${files}.${extension}`)
}

/** A text that hardly gets smaller when it is compressed. */
const hashOf = (index: number): string => createHash('sha256').update(String(index)).digest('hex')

async function readAll(path: string, fileName = path): Promise<SheetRow[]> {
  const sheet = await openSheet(path, { fileName })
  try {
    return await Array.fromAsync(sheet.rows())
  } finally {
    await sheet.close()
  }
}

async function readContent(content: string | Buffer, extension = 'csv'): Promise<SheetRow[]> {
  const path = newPath(extension)
  await writeFile(path, content)
  return readAll(path)
}

async function writeSheets(
  sheets: readonly SheetSpec[],
  rows: readonly (readonly Cell[])[],
): Promise<string> {
  const path = newPath('xlsx')
  const workbook = createWorkbook(path, { sheets })
  for (const row of rows) await workbook.addRow(0, row)
  await workbook.end()
  return path
}

async function partOf(path: string, name: string): Promise<string> {
  const file = await open(path)
  try {
    const zip = await openZip(file, 1e9)
    return await zip.text(name)
  } finally {
    await file.close()
  }
}

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as other programs write them, with the given rows, shared texts, cell formats and settings. */
async function foreignWorkbook(rows: string, shared = '', formats = '', settings = ''): Promise<string> {
  const path = newPath('xlsx')
  const sink = new ByteSink(path)
  const zip = new ZipWriter(sink)
  await zip.add(
    '_rels/.rels',
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
  )
  await zip.add(
    'xl/workbook.xml',
    `<x:workbook xmlns:x="m" xmlns:r="${OFFICE}">${settings}<x:sheets><x:sheet name="h" sheetId="1" state="veryHidden" r:id="r1"/><x:sheet name="s" sheetId="2" r:id="r2"/></x:sheets></x:workbook>`,
  )
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="r2" Type="${OFFICE}/worksheet" Target="worksheets/a.xml"/><Relationship Id="r3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  await zip.add(
    'xl/worksheets/a.xml',
    `<x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
  )
  await zip.add('xl/sharedStrings.xml', `<sst>${shared}</sst>`)
  await zip.add(
    'xl/styles.xml',
    `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats}</cellXfs></styleSheet>`,
  )
  await zip.end()
  await sink.end()
  return path
}

describe('xlsx', () => {
  const columns: ColumnSpec[] = [
    { title: '编码', required: true },
    { title: '金额', kind: 'amount' },
    { title: '数量', kind: 'number' },
    { title: '日期', kind: 'date' },
    { title: '时间', kind: 'dateTime' },
    { title: '备注', width: 40 },
  ]

  test('what is written is read', async () => {
    const at = new Date('2026-03-09T16:30:05Z')
    const path = await writeSheets(
      [{ name: '订单', columns }],
      [
        ['000123', '12.30', '1.500', at, at, '第一行\n第二行 & <b>"x"</b>'],
        ['1234567890123456789', '-0.05', 3, null, undefined, ' 空格 '],
        ['', '', '', '', '', ''],
        [
          'A',
          '12345678901234567.89',
          'x',
          new Date(Number.NaN),
          new Date('1890-01-01'),
          '\u0000\u000b😀_x000D_',
        ],
      ],
    )
    expect(await readAll(path)).toEqual([
      { rowNo: 1, cells: ['编码', '金额', '数量', '日期', '时间', '备注'] },
      {
        rowNo: 2,
        cells: [
          '000123',
          '12.30',
          '1.500',
          '2026-03-10',
          '2026-03-10 00:30:05',
          '第一行\n第二行 & <b>"x"</b>',
        ],
      },
      { rowNo: 3, cells: ['1234567890123456789', '-0.05', '3', '', '', ' 空格 '] },
      {
        rowNo: 5,
        cells: ['A', '12345678901234567.89', 'x', '', '1890-01-01 08:05:43', '\u0000\u000b😀_x000D_'],
      },
    ])
    const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('<c r="B2" s="4"><v>12.30</v></c>')
    expect(xml).toContain('<c r="D2" s="5"><v>46091</v></c>')
    expect(xml).toContain('state="frozen"')
    expect(xml).toContain('<col min="6" max="6" width="40"')
    expect(xml).toContain('<c r="A1" s="2" t="inlineStr">')
    expect(xml).toContain('<c r="B1" s="1" t="inlineStr">')
  })

  test('any text survives', async () => {
    const line = fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
        const path = await writeSheets([{ name: 's', columns: [{ title: 't' }] }], lines)
        const read = new Map((await readAll(path)).map(({ rowNo, cells }) => [rowNo, cells]))
        lines.forEach((cells, index) => {
          const found = read.get(index + 2) ?? []
          // A cell without text leaves no trace, and a row of blanks is left out.
          const expected = cells.some((cell) => cell.trim() !== '') ? cells : []
          expect(expected.map((_, at) => found[at] ?? '')).toEqual(expected)
        })
      }),
      { numRuns: 40 },
    )
  })

  test('formulas are defused in the file and come back as they were', async () => {
    const path = await writeSheets(
      [{ name: 's', columns: [{ title: 't' }] }],
      [['=HYPERLINK("x")'], ['+86 1'], ['-'], ['@a']],
    )
    const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
    expect(xml.match(/>'[=+\-@]/g)).toHaveLength(4)
    expect(xml).not.toContain('<f>')
    expect((await readAll(path)).slice(1).map(({ cells }) => cells[0])).toEqual([
      '=HYPERLINK("x")',
      '+86 1',
      '-',
      '@a',
    ])
  })

  test('a template: drop-downs, long lists on a hidden sheet, notes', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `选项${index}，很长`)
    const path = newPath('xlsx')
    const workbook = createWorkbook(path, {
      sheets: [
        {
          name: '商品导入',
          columns: [
            { title: '名称', required: true },
            { title: '上架', options: ['是', '否'] },
            { title: '品牌', options: long },
          ],
        },
        { name: '填写说明', columns: [{ title: '列名' }, { title: '说明', width: 60 }] },
      ],
    })
    await workbook.addRow(0, ['示例', '是', long[0]])
    await workbook.addRow(1, ['名称', '必填'])
    await expect(workbook.addRow(0, ['迟了'])).rejects.toThrow(RangeError)
    await expect(workbook.addRow(2, ['没有'])).rejects.toThrow(RangeError)
    await workbook.end()
    expect(await readAll(path)).toEqual([
      { rowNo: 1, cells: ['名称', '上架', '品牌'] },
      { rowNo: 2, cells: ['示例', '是', '选项0，很长'] },
    ])
    const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('sqref="B2:B1048576"><formula1>&quot;是,否&quot;</formula1>')
    expect(xml).toContain('sqref="C2:C1048576"><formula1>\'选项\'!$A$1:$A$60</formula1>')
    expect(await partOf(path, 'xl/workbook.xml')).toContain('<sheet name="选项" sheetId="3" state="hidden"')
    expect((await partOf(path, 'xl/worksheets/sheet3.xml')).match(/<row /g)).toHaveLength(60)
    expect(await partOf(path, 'xl/worksheets/sheet2.xml')).toContain('必填')
    expect(workbook.bytes).toBe((await readFile(path)).length)
  })

  test('equal content gives equal files, and empty sheets are whole', async () => {
    const make = () =>
      writeSheets(
        [
          { name: 'a/b[c]', columns },
          { name: '说明', columns: [] },
        ],
        [],
      )
    const [first, second] = [await make(), await make()]
    expect(await readFile(first)).toEqual(await readFile(second))
    expect(await readAll(first)).toHaveLength(1)
    expect(await partOf(first, 'xl/workbook.xml')).toContain('name="a_b_c_"')
  })

  test('files of other programs: shared and rich text, formulas, booleans, dates, gaps', async () => {
    const path = await foreignWorkbook(
      '<x:row r="2"><x:c r="A2" t="s"><x:v>1</x:v></x:c><x:c r="C2"><x:f>1+1</x:f><x:v>181.12000000000001</x:v></x:c>' +
        '<x:c r="D2" t="b"><x:v>1</x:v></x:c><x:c r="AA2" t="str"><x:f>A</x:f><x:v>文</x:v></x:c></x:row>' +
        '<x:row><x:c s="1"><x:v>46091</x:v></x:c><x:c s="2"><x:v>46091.25</x:v></x:c><x:c s="3"><x:v>46091</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c>' +
        '<x:c t="d"><x:v>2026-03-10T08:00:00Z</x:v></x:c><x:c t="inlineStr"><x:is><x:r><x:t>富</x:t></x:r><x:r><x:t>文本</x:t></x:r></x:is></x:c></x:row>' +
        '<x:row r="9"><x:c r="A9" t="s"><x:v>0</x:v></x:c></x:row>',
      '<si><t xml:space="preserve"> </t></si><si><r><t>中</t></r><r><t>国_x000D_</t></r><rPh sb="0" eb="1"><t>zhong</t></rPh></si>',
      '<xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="170"/>',
    )
    const blank = Array.from({ length: 22 }, () => '')
    expect(await readAll(path)).toEqual([
      { rowNo: 2, cells: ['中国\r', '', '181.12', 'TRUE', ...blank, '文'] },
      {
        rowNo: 3,
        cells: ['2026-03-10', '2026-03-10 06:00:00', '2026-03-10', '#N/A', '2026-03-10 08:00:00', '富文本'],
      },
    ])
  })

  test('the day count of old Macs', async () => {
    const row = '<x:row><x:c s="1"><x:v>44629</x:v></x:c></x:row>'
    const path = await foreignWorkbook(row, '', '<xf numFmtId="14"/>', '<x:workbookPr date1904="1"/>')
    expect(await readAll(path)).toEqual([{ rowNo: 1, cells: ['2026-03-10'] }])
  })

  test('rows can be read twice, stopped early, and come from a stream', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => [`行${index}`])
    const path = await writeSheets([{ name: 's', columns: [{ title: 't' }] }], rows)
    const sheet = await openSheet(createReadStream(path), { fileName: '数据.XLSX' })
    for await (const row of sheet.rows()) if (row.rowNo === 3) break
    const again = await Array.fromAsync(sheet.rows())
    expect(again).toHaveLength(5001)
    expect(again.at(-1)).toEqual({ rowNo: 5001, cells: ['行4999'] })
    await sheet.close()
  })

  test('what the caller throws while reading stays what it is', async () => {
    const path = await writeSheets([{ name: 's', columns: [{ title: 't' }] }], [['a']])
    const sheet = await openSheet(path, { fileName: path })
    const reading = async () => {
      for await (const _ of sheet.rows()) throw new TypeError('mine')
    }
    await expect(reading()).rejects.toThrow(TypeError)
    await sheet.close()
  })

  test('too much text for a cell and a failing target reach the caller', async () => {
    const workbook = createWorkbook(newPath('xlsx'), { sheets: [{ name: 's', columns: [{ title: 't' }] }] })
    await expect(workbook.addRow(0, ['x'.repeat(32_768)])).rejects.toThrow(RangeError)
    workbook.abort()

    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) })
    const failing = createWorkbook(full, { sheets: [{ name: 's', columns: [{ title: 't' }] }] })
    const writing = async () => {
      for (let index = 0; index < 100_000; index += 1) await failing.addRow(0, [hashOf(index)])
      await failing.end()
    }
    await expect(writing()).rejects.toThrow('disk full')
  })

  test('a target that goes away ends the writing', async () => {
    const slow = new Writable({ highWaterMark: 1024, write: () => {} })
    setTimeout(() => slow.destroy(), 50)
    const workbook = createWorkbook(slow, { sheets: [{ name: 's', columns: [{ title: 't' }] }] })
    const writing = async () => {
      for (let index = 0; index < 500_000; index += 1) await workbook.addRow(0, [hashOf(index)])
    }
    await expect(writing()).rejects.toThrow()
  })
})

describe('csv', () => {
  const text = '编码,名称\r\n001,"带,逗号"\r\n\r\n002,"两\n行 ""引号"""\n003,尾'
  const rows = [
    { rowNo: 1, cells: ['编码', '名称'] },
    { rowNo: 2, cells: ['001', '带,逗号'] },
    { rowNo: 4, cells: ['002', '两\n行 "引号"'] },
    { rowNo: 5, cells: ['003', '尾'] },
  ]

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with mark', Buffer.from(`\uFEFF${text}`)],
    ['GBK', iconv.encode(text, 'gbk')],
    ['GB18030', iconv.encode(text, 'gb18030')],
    ['old line ends', Buffer.from(text.replaceAll('\r\n', '\r'))],
    ['UTF-16 of Windows', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16 the other way round without mark', Buffer.from(text, 'utf16le').swap16()],
    ['semicolons', Buffer.from(text.replace('编码,', '编码;').replaceAll(/(00\d),/g, '$1;'))],
    [
      'tabs, as Excel saves Unicode text',
      Buffer.from(`\uFEFF${text.replace('编码,', '编码\t').replaceAll(/(00\d),/g, '$1\t')}`, 'utf16le'),
    ],
  ])('%s', async (_name, content) => {
    expect(await readContent(content)).toEqual(rows)
  })

  test('GBK that shows only far into the file, characters cut anywhere', async () => {
    const content = `${'a,b\n'.repeat(50_000)}${'㐀龘通商,平台\n'.repeat(20_000)}`
    const found = await readContent(iconv.encode(content, 'gb18030'))
    expect(found).toHaveLength(70_000)
    expect(found.slice(50_000).every(({ cells }) => cells[0] === '㐀龘通商' && cells[1] === '平台')).toBe(
      true,
    )
  })

  test('Chinese text is read as it was written, in every encoding', async () => {
    const character = fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code))
    const cell = fc.string({ unit: character, minLength: 4, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 8 }),
        fc.constantFrom('utf8', 'gbk', 'gb18030', 'utf-16le', 'utf-16be'),
        async (lines, encoding) => {
          const content = iconv.encode(lines.map((cells) => cells.join(',')).join('\n'), encoding)
          expect((await readContent(content)).map(({ cells }) => cells)).toEqual(lines)
        },
      ),
      { numRuns: 100 },
    )
  })

  test.each(['utf8', 'gb18030', 'utf-16le', 'utf-16be'] as const)(
    'broken characters in %s are refused with their line',
    async (encoding) => {
      const lines = Array.from({ length: 20_000 }, (_, row) => `T${row},通商平台${row}`)
      const broken = encoding.startsWith('utf-16') ? '\ud800' : '\u0000'
      lines[17_233] += `${broken}号`
      const mark = encoding.startsWith('utf-16') ? '\uFEFF' : ''
      const content = iconv.encode([`${mark}编码,名称`, ...lines].join('\n'), encoding)
      // A byte that begins no character in either encoding.
      if (!encoding.startsWith('utf-16')) content[content.indexOf(0)] = 0xff
      const attempt = readContent(content)
      await expect(attempt).rejects.toThrow(SpreadsheetError)
      await expect(attempt).rejects.toThrow('文件第17235行有损坏的字符')
    },
  )

  test('a character cut at the end, a lost byte in a short file, a broken one behind a mark', async () => {
    const whole = Buffer.from('编码,名称\n001,通商')
    await expect(readContent(whole.subarray(0, -1))).rejects.toThrow('文件第2行有损坏的字符')
    const lost = Buffer.concat([whole.subarray(0, 1), whole.subarray(2)])
    await expect(readContent(lost)).rejects.toThrow('文件第1行有损坏的字符')
    const marked = Buffer.concat([Buffer.from('\uFEFFa\n'), Buffer.of(0xb0, 0xa1)])
    await expect(readContent(marked)).rejects.toThrow('文件第2行有损坏的字符')
  })

  test.each([
    ['', []],
    ['a', [['a']]],
    ['a,', [['a', '']]],
    [',a\n', [['', 'a']]],
    ['"a"\n', [['a']]],
    ['a"b,c', [['a"b', 'c']]],
    ['""\n,\nx', [['x']]],
    ["'=1,'x", [['=1', "'x"]]],
    [
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      '"a,b"\tc\n1\t2',
      [
        ['a,b', 'c'],
        ['1', '2'],
      ],
    ],
    ['a\n1;2', [['a'], ['1;2']]],
  ])('%j', async (content, expected) => {
    expect((await readContent(content)).map(({ cells }) => cells)).toEqual(expected)
  })

  test.each(['utf8', 'gb18030'] as const)('what is written as %s is read', async (encoding) => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '中', '"', ',', '\n', '\r', "'", '=', '-', ' ', '€', '😀'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
        async (lines) => {
          const path = newPath('csv')
          const csv = createCsv(path, { columns: [{ title: '标题' }], encoding })
          for (const line of lines) await csv.addRow(line)
          await csv.end()
          // Text that already begins like a defused formula is the one thing that does not come back.
          const undone = (value: string) => value.replace(/^'(?=[=-])/, '')
          const expected = lines.filter((line) => line.some((value) => value.trim() !== ''))
          expect((await readAll(path)).slice(1).map(({ cells }) => cells)).toEqual(
            expected.map((line) => line.map(undone)),
          )
        },
      ),
      { numRuns: 40 },
    )
  })

  test('mark, kinds and defused formulas', async () => {
    const path = newPath('csv')
    const csv = createCsv(path, {
      columns: [
        { title: '金额', kind: 'amount' },
        { title: '时间', kind: 'dateTime' },
        { title: '日期', kind: 'date' },
        { title: '备注' },
      ],
    })
    await csv.addRow(['-12.30', new Date('2026-03-09T16:30:05Z'), new Date('2026-03-09T16:30:05Z'), '-x'])
    await csv.end()
    const content = await readFile(path, 'utf8')
    expect(content).toBe("\uFEFF金额,时间,日期,备注\r\n-12.30,2026-03-10 00:30:05,2026-03-10,'-x\r\n")
    expect(csv.bytes).toBe(Buffer.byteLength(content))
  })
})

describe('unreadable files', () => {
  const refused = /^文件无法读取，请另存为 xlsx 或 csv 后重试$/

  async function refuses(content: string | Buffer, extension: string): Promise<void> {
    const attempt = readContent(content, extension)
    await expect(attempt).rejects.toThrow(SpreadsheetError)
    await expect(attempt).rejects.toThrow(refused)
  }

  test('other formats, whatever they are called', async () => {
    const oldExcel = Buffer.concat([Buffer.of(0xd0, 0xcf, 0x11, 0xe0), Buffer.alloc(600)])
    await refuses(oldExcel, 'xlsx')
    await refuses(oldExcel, 'csv')
    await refuses('a,b', 'xlsx')
    await refuses('a,b', 'pdf')
    await refuses(Buffer.alloc(100), 'csv')
    await refuses('', 'xlsx')
    await refuses('a,"b', 'csv')
  })

  test('what is larger than a spreadsheet can be is refused with the limit, as soon as it is met', async () => {
    const whole = async (cells: string) => readAll(await foreignWorkbook(cells))
    const long = 'x'.repeat(32_768)
    const text = (inner: string) => `<x:row><x:c t="inlineStr"><x:is><x:t>${inner}</x:t></x:is></x:c></x:row>`
    await expect(whole(text(long))).rejects.toThrow('单元格内容不能超过32767个字符')
    await expect(whole(text(long.slice(1)))).resolves.toHaveLength(1)
    await expect(readContent(`a\n"${'x'.repeat(5_000_000)}"`, 'csv')).rejects.toThrow(
      '第2行单元格内容不能超过32767个字符',
    )
    await expect(readContent(','.repeat(1024), 'csv')).rejects.toThrow('工作表不能超过1024列')
    await expect(readContent('\n'.repeat(1_048_577), 'csv')).rejects.toThrow('工作表不能超过1048576行')
    await expect(whole('<x:row/>'.repeat(1_048_577))).rejects.toThrow('工作表不能超过1048576行')
    await expect(whole('<x:row r="1048577"><x:c><x:v>1</x:v></x:c></x:row>')).rejects.toThrow('1048576行')
    await expect(whole(`${'<x:a>'.repeat(60)}${'</x:a>'.repeat(60)}`)).rejects.toThrow('嵌套不能超过50层')
    await expect(whole('<x:a/>'.repeat(500_001))).rejects.toThrow('格式等附加内容过多')
    const attributes = Array.from({ length: 201 }, (_, n) => `a${n}="1"`).join(' ')
    await expect(whole(`<x:row ${attributes}/>`)).rejects.toThrow('不能超过200个属性')
  })

  test('a workbook that was cut or damaged is refused, never read as something else', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => [`行${index}`, `${Math.imul(index, 2654435761)}`])
    const path = await writeSheets([{ name: 's', columns: [{ title: 'a' }, { title: 'b' }] }], rows)
    const whole = await readFile(path)
    const intact = await readAll(path)
    for (let step = 1; step < 12; step += 1) {
      await refuses(whole.subarray(0, Math.floor((whole.length * step) / 12)), 'xlsx')
    }
    let refusals = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(whole)
        damaged[at] = (damaged[at] ?? 0) ^ change
        try {
          expect(await readContent(damaged, 'xlsx')).toEqual(intact)
        } catch (error) {
          if (!(error instanceof SpreadsheetError)) throw error
          refusals += 1
        }
      }),
      { numRuns: 150 },
    )
    expect(refusals).toBeGreaterThan(75)
  })

  test('a zip that is no workbook, entities, columns without end, missing shared texts', async () => {
    const path = newPath('xlsx')
    const sink = new ByteSink(path)
    const zip = new ZipWriter(sink)
    await zip.add('hello.txt', 'hello')
    await zip.end()
    await sink.end()
    await expect(readAll(path)).rejects.toThrow(SpreadsheetError)
    await expect(
      readAll(await foreignWorkbook('<x:row><x:c r="ZZZZ1"><x:v>1</x:v></x:c></x:row>')),
    ).rejects.toThrow('工作表不能超过1024列')
    await expect(
      readAll(await foreignWorkbook('<x:row><x:c t="s"><x:v>5</x:v></x:c></x:row>')),
    ).rejects.toThrow(refused)
    await expect(
      readAll(await foreignWorkbook('<x:row><x:c><x:v>&bomb;</x:v></x:c></x:row>')),
    ).rejects.toThrow(refused)
    await expect(readAll(await foreignWorkbook('<x:row>'))).rejects.toThrow(refused)
  })

  test('a zip that unpacks to far more than it is, whether it says so or not', async () => {
    const path = newPath('xlsx')
    const sink = new ByteSink(path)
    const zip = new ZipWriter(sink)
    await zip.add('big', 'x'.repeat(2_000_000))
    await zip.end()
    await sink.end()
    const honest = await open(path)
    await expect(openZip(honest, 1_999_999)).rejects.toThrow(SpreadsheetError)
    await honest.close()

    const content = await readFile(path)
    const directory = content.lastIndexOf(Buffer.of(0x50, 0x4b, 0x01, 0x02))
    content.writeUInt32LE(1000, directory + 24)
    await writeFile(path, content)
    const lying = await open(path)
    const opened = await openZip(lying, 1_999_999)
    await expect(opened.text('big')).rejects.toThrow(SpreadsheetError)
    await lying.close()
  })

  test('a missing file is no broken file', async () => {
    await expect(openSheet(join(folder, 'none.xlsx'), { fileName: 'none.xlsx' })).rejects.toThrow(/ENOENT/)
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('a,b')
        throw new Error('upload ended')
      })(),
    )
    await expect(openSheet(failing, { fileName: 'a.csv' })).rejects.toThrow('upload ended')
  })
})

describe('memory', () => {
  const MB = 1024 * 1024

  /** Runs a script in a process of its own and answers by how many bytes its memory grew at most. */
  async function growthOf(script: string): Promise<{ growth: number; rows: number }> {
    const code = `
      import { createWorkbook, openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
      const before = process.memoryUsage().rss
      let rows = 0
      ${script}
      console.log(JSON.stringify({ growth: process.resourceUsage().maxRSS * 1024 - before, rows }))`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return JSON.parse(await textOf(child.stdout))
  }

  test('100,000 rows are written, and read by a slow reader, without being held', {
    timeout: 60_000,
  }, async () => {
    const path = newPath('xlsx')
    const written = await growthOf(`
      const kinds = ['text', 'amount', 'dateTime', 'text', 'number'] as const
      const columns = Array.from({ length: 20 }, (_, index) => ({ title: '列' + index, kind: kinds[index % 5] }))
      const workbook = createWorkbook(${JSON.stringify(path)}, { sheets: [{ name: '订单', columns }] })
      for (; rows < 100_000; rows += 1) {
        const cells = [0, 1, 2, 3].flatMap((part) => [
          'DD' + rows + part, (rows + part) + '.25', new Date(rows * 61_000), '收货人地址 ' + rows * 7 + part, rows,
        ])
        await workbook.addRow(0, cells)
      }
      await workbook.end()`)
    expect(written.rows).toBe(100_000)
    expect(written.growth).toBeLessThan(150 * MB)

    const read = await growthOf(`
      const sheet = await openSheet(${JSON.stringify(path)}, { fileName: 'a.xlsx' })
      for await (const row of sheet.rows()) {
        rows += 1
        if (rows % 1000 === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      }
      await sheet.close()`)
    expect(read.rows).toBe(100_001)
    expect(read.growth).toBeLessThan(150 * MB)
  })

  test('a million different shared texts stay small', { timeout: 60_000 }, async () => {
    const shared = Array.from({ length: 1_000_000 }, (_, index) => `<si><t>第${index}个商品</t></si>`).join(
      '',
    )
    const rows = Array.from({ length: 25_000 }, (_, row) => {
      const cells = Array.from(
        { length: 40 },
        (_c, column) => `<x:c t="s"><x:v>${row * 40 + column}</x:v></x:c>`,
      )
      return `<x:row>${cells.join('')}</x:row>`
    }).join('')
    const path = await foreignWorkbook(rows, shared)
    const read = await growthOf(`
      const sheet = await openSheet(${JSON.stringify(path)}, { fileName: 'a.xlsx' })
      for await (const { rowNo, cells } of sheet.rows()) {
        if (cells[39] !== '第' + (rowNo * 40 - 1) + '个商品') throw new Error('row ' + rowNo)
        rows += 1
      }
      await sheet.close()`)
    expect(read.rows).toBe(25_000)
    expect(read.growth).toBeLessThan(150 * MB)
  })
})
