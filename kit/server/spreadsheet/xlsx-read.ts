import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { boundCell, boundColumn, boundRow, boundRowLength, ElementCount } from './bounds.ts'
import {
  kindOfBuiltIn,
  kindOfFormat,
  type NumberKind,
  numberText,
  serialText,
  undefuse,
} from './cell-value.ts'
import { SpreadsheetError } from './error.ts'
import { StringTable } from './string-table.ts'
import type { ZipArchive } from './zip-read.ts'

/** One row: its number in the sheet (from 1) and the text of each cell from column A on. */
export interface SheetRow {
  rowNo: number
  cells: string[]
}

interface Workbook {
  sheetPath: string
  from1904: boolean
  kinds: readonly NumberKind[]
  texts: StringTable
}

const WORKBOOK_TYPES = /\/officeDocument$/
const SHEET_TYPES = /\/worksheet$/

/** The rows of a visible sheet, the first unless named, read as they are asked for; rows without text are left out. */
export async function* xlsxRows(zip: ZipArchive, name?: string): AsyncGenerator<SheetRow> {
  const workbook = await openWorkbook(zip, name)
  yield* parts(zip, workbook.sheetPath, (emit) => rowParser(workbook, emit))
}

/** The names of the visible sheets. */
export async function sheetNames(zip: ZipArchive): Promise<string[]> {
  const { sheets } = visibleSheets(await zip.text((await workbookPart(zip)).path))
  return sheets.map((sheet) => sheet.name)
}

async function workbookPart(zip: ZipArchive): Promise<Relation> {
  const [root] = await relations(zip, '', '_rels/.rels', WORKBOOK_TYPES)
  if (!root) throw new SpreadsheetError()
  return root
}

async function openWorkbook(zip: ZipArchive, sheetName?: string): Promise<Workbook> {
  const root = await workbookPart(zip)
  const slash = root.path.lastIndexOf('/') + 1
  const folder = root.path.slice(0, slash)
  const all = await relations(zip, folder, `${folder}_rels/${root.path.slice(slash)}.rels`, /./)
  const { sheets, from1904 } = visibleSheets(await zip.text(root.path))
  const wanted = sheets.find(({ name }) => sheetName === undefined || name === sheetName)
  const sheet = all.find(({ id, type }) => id === wanted?.id && SHEET_TYPES.test(type))
  const styles = all.find(({ type }) => type.endsWith('/styles'))
  const shared = all.find(({ type }) => type.endsWith('/sharedStrings'))
  if (!sheet) throw new SpreadsheetError()
  return {
    sheetPath: sheet.path,
    from1904,
    kinds: styles && zip.has(styles.path) ? numberKinds(await zip.text(styles.path)) : [],
    texts: await sharedTexts(zip, shared?.path),
  }
}

interface Relation {
  id: string
  type: string
  path: string
}

async function relations(zip: ZipArchive, folder: string, path: string, types: RegExp): Promise<Relation[]> {
  const found: Relation[] = []
  readTags(await zip.text(path), (name, { Id = '', Type = '', Target = '' }) => {
    if (name !== 'Relationship' || !types.test(Type)) return
    // A target is an address relative to the part; the base only carries it through the resolver.
    const target = new URL(Target, `zip://zip/${folder}`)
    found.push({ id: Id, type: Type, path: decodeURIComponent(target.pathname.slice(1)) })
  })
  return found
}

function visibleSheets(xml: string): { sheets: { name: string; id: string }[]; from1904: boolean } {
  const sheets: { name: string; id: string }[] = []
  let from1904 = false
  readTags(xml, (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return
    const key = Object.keys(attributes).find((attribute) => attribute.endsWith(':id'))
    sheets.push({ name: attributes.name?.trim() ?? '', id: (key && attributes[key]) ?? '' })
  })
  return { sheets, from1904 }
}

function numberKinds(xml: string): NumberKind[] {
  const written = new Map<string, string>()
  const kinds: NumberKind[] = []
  let inCellFormats = false
  readTags(
    xml,
    (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') written.set(numFmtId, formatCode)
      if (name === 'cellXfs') inCellFormats = true
      if (name !== 'xf' || !inCellFormats) return
      const format = written.get(numFmtId)
      kinds.push(format === undefined ? kindOfBuiltIn(Number(numFmtId)) : kindOfFormat(format))
    },
    (name) => {
      if (name === 'cellXfs') inCellFormats = false
    },
  )
  return kinds
}

async function sharedTexts(zip: ZipArchive, path: string | undefined): Promise<StringTable> {
  const table = new StringTable()
  if (!path || !zip.has(path)) return table
  for await (const text of parts(zip, path, sharedTextParser)) table.add(text)
  return table
}

function sharedTextParser(emit: (text: string) => void): SaxesParser {
  let text = ''
  let listening = false
  let spoken = 0
  const parser = newParser((name) => {
    listening = false
    if (name === 'rPh') spoken -= 1
    if (name === 'si') emit(unescapeText(text))
  })
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    if (name === 'si') text = ''
    // The reading of a word (rPh) is not part of it.
    if (name === 'rPh') spoken += 1
    listening = name === 't' && spoken === 0
  })
  parser.on('text', (piece) => {
    if (!listening) return
    text += piece
    boundCell(text.length)
  })
  return parser
}

function rowParser({ from1904, kinds, texts }: Workbook, emit: (row: SheetRow) => void): SaxesParser {
  const parser = newParser(close)
  let row: SheetRow = { rowNo: 0, cells: [] }
  let length = 0
  let column = -1
  let type = ''
  let style = 0
  let value = ''
  let listening = false
  let spoken = 0

  function open(tag: SaxesTagPlain): void {
    const { r, t, s } = tag.attributes
    switch (localName(tag.name)) {
      case 'row':
        row = { rowNo: r ? Number(r) : row.rowNo + 1, cells: [] }
        length = 0
        boundRow(row.rowNo)
        column = -1
        break
      case 'c':
        column = r ? columnOf(r) : column + 1
        type = t ?? 'n'
        style = Number(s ?? 0)
        value = ''
        if (!(column >= 0)) throw new SpreadsheetError()
        boundColumn(column)
        break
      case 'rPh':
        spoken += 1
        break
      case 'v':
      case 't':
        listening = spoken === 0
    }
  }

  function close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        listening = false
        break
      case 'rPh':
        spoken -= 1
        break
      case 'c':
        if (value !== '') put()
        break
      case 'row':
        if (row.cells.some((cell) => cell.trim() !== '')) emit(row)
    }
  }

  function put(): void {
    const text = cellText()
    while (row.cells.length < column) row.cells.push('')
    row.cells[column] = text
    length += text.length
    boundRowLength(length, row.rowNo)
  }

  function cellText(): string {
    switch (type) {
      case 's':
        return undefuse(texts.get(Number(value)))
      case 'str':
      case 'inlineStr':
        return undefuse(unescapeText(value))
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE'
      case 'd':
        return value.replace('T', ' ').replace(/(?:\.\d+)?Z?$/, '')
      case 'e':
        return value
      default: {
        const kind = kinds[style] ?? 'number'
        return kind === 'number' ? numberText(value) : serialText(value, kind, from1904)
      }
    }
  }

  parser.on('opentag', open)
  parser.on('text', (piece) => {
    if (!listening) return
    value += piece
    boundCell(value.length, row.rowNo)
  })
  return parser
}

// What a parser finds in a part, chunk by chunk: the next chunk is only inflated when its finds are used up.
async function* parts<Found>(
  zip: ZipArchive,
  path: string,
  makeParser: (emit: (found: Found) => void) => SaxesParser,
): AsyncGenerator<Found> {
  let found: Found[] = []
  const parser = makeParser((item) => found.push(item))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of zip.chunks(path)) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield* found
    found = []
  }
  parser.write(decoder.decode()).close()
  yield* found
}

function readTags(
  xml: string,
  open: (name: string, attributes: Partial<Record<string, string>>) => void,
  close?: (name: string) => void,
): void {
  const parser = newParser(close)
  parser.on('opentag', (tag) => open(localName(tag.name), tag.attributes))
  parser.write(xml.replace(/^\uFEFF/, '')).close()
}

function newParser(close: (name: string) => void = () => undefined): SaxesParser {
  const parser = new SaxesParser()
  const count = new ElementCount()
  parser.on('opentagstart', (tag) => count.open(localName(tag.name)))
  parser.on('attribute', () => count.attribute())
  parser.on('closetag', (tag) => {
    count.close()
    close(localName(tag.name))
  })
  parser.on('error', (error) => {
    throw new SpreadsheetError(error)
  })
  // No workbook has a document type; what has one wants to define entities.
  parser.on('doctype', () => {
    throw new SpreadsheetError()
  })
  return parser
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

// Characters that XML cannot hold stand as _x000D_ in a workbook.
function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
