import type { Writable } from 'node:stream'
import { zonedTime } from '#kit/shared/time.ts'
import { ByteSink } from './byte-sink.ts'
import { defuse, serialOf } from './cell-value.ts'
import {
  type Cell,
  type CellContent,
  type CellKind,
  type ColumnSpec,
  cellContent,
  dateCellText,
} from './table-cell.ts'
import {
  contentTypesXml,
  escapeXml,
  rootRelationsXml,
  STYLE,
  sheetHead,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from './xlsx-parts.ts'
import { type ZipEntryWriter, ZipWriter } from './zip-write.ts'

export interface SheetSpec {
  name: string
  columns: readonly ColumnSpec[]
}

export interface WorkbookOptions {
  sheets: readonly SheetSpec[]
  /** stands above every printed page; none unless given */
  mark?: string
}

/** An .xlsx file being written. */
export interface Workbook {
  /**
   * Appends a row to a sheet (by its place in `sheets`). Sheets are filled in their order: once a later one has
   * begun, an earlier one takes no more rows. Await it: it waits for the disk.
   */
  addRow: (sheet: number, cells: readonly Cell[]) => Promise<void>
  /** Completes the file; sheets without rows keep their titles. */
  end: () => Promise<void>
  /** Gives up: the target is destroyed, the half file is the caller's to remove. */
  abort: () => void
  /** Bytes written so far. */
  readonly bytes: number
}

const MAX_ROWS = 1_048_576
const MAX_CELL_TEXT = 32_767
const FLUSH_AT = 64 * 1024
const LIST_SHEET = '选项'
// Lists in the cell rule itself end at 255 characters and cannot hold commas or quotes.
const MAX_INLINE_LIST = 255

/**
 * Writes an .xlsx file row by row (platform §10), in memory that does not grow with the rows: bold titles in a
 * frozen first row, codes and long numbers as text, amounts ('12.30') as numbers with two decimals, dates in the
 * server's zone, drop-down lists, and an apostrophe before text that would be a formula. RangeError when a sheet
 * gets more rows or a cell more text than the format holds.
 */
export function createWorkbook(target: string | Writable, { sheets, mark = '' }: WorkbookOptions): Workbook {
  const sink = new ByteSink(target)
  const zip = new ZipWriter(sink)
  const lists = new ListSheet(sheets)
  let current = -1
  let entry: ZipEntryWriter | undefined
  let rows = 0
  let waiting = ''

  async function flush(): Promise<void> {
    const text = waiting
    waiting = ''
    await entry?.write(text)
  }

  async function append(xml: string): Promise<void> {
    waiting += xml
    if (waiting.length >= FLUSH_AT) await flush()
  }

  async function closeSheet(): Promise<void> {
    const spec = sheets[current]
    if (!entry || !spec) return
    await append(`</sheetData>${validationsXml(spec.columns, lists)}${markXml(mark)}</worksheet>`)
    await flush()
    await entry.end()
  }

  async function advanceTo(sheet: number): Promise<void> {
    if (sheet < current || sheet >= sheets.length) throw new RangeError(`Sheet ${sheet} takes no rows now`)
    while (current < sheet) {
      await closeSheet()
      current += 1
      const columns = sheets[current]?.columns ?? []
      entry = await zip.entry(`xl/worksheets/sheet${current + 1}.xml`)
      rows = 1
      await append(sheetStartXml(columns, current === 0) + titleRowXml(columns))
    }
  }

  async function addRow(sheet: number, cells: readonly Cell[]): Promise<void> {
    if (sheet !== current) await advanceTo(sheet)
    rows += 1
    if (rows > MAX_ROWS) throw new RangeError(`A sheet has at most ${MAX_ROWS} rows`)
    const columns = sheets[sheet]?.columns ?? []
    let xml = `<row r="${rows}">`
    for (const [index, cell] of cells.entries()) {
      const kind = columns[index]?.kind
      const content = cellContent(cell, kind)
      if (content) xml += cellXml(columnName(index) + rows, content, kind)
    }
    await append(`${xml}</row>`)
  }

  async function end(): Promise<void> {
    await advanceTo(sheets.length - 1)
    await closeSheet()
    const all = sheets.map(({ name }) => ({ name: sheetName(name), hidden: false }))
    if (lists.count > 0) {
      all.push({ name: LIST_SHEET, hidden: true })
      await zip.add(`xl/worksheets/sheet${all.length}.xml`, lists.xml())
    }
    await zip.add('xl/styles.xml', stylesXml)
    await zip.add('xl/workbook.xml', workbookXml(all))
    await zip.add('xl/_rels/workbook.xml.rels', workbookRelationsXml(all.length))
    await zip.add('_rels/.rels', rootRelationsXml)
    await zip.add('[Content_Types].xml', contentTypesXml(all.length))
    await zip.end()
    await sink.end()
  }

  return {
    addRow,
    end,
    abort: () => sink.abort(),
    get bytes() {
      return sink.bytes
    },
  }
}

const STYLE_OF_KIND: Record<CellKind, number> = {
  text: STYLE.text,
  amount: STYLE.amount,
  number: STYLE.plain,
  date: STYLE.date,
  dateTime: STYLE.dateTime,
}

const WIDTH_OF_KIND: Record<CellKind, number> = { text: 14, amount: 12, number: 10, date: 12, dateTime: 20 }

function sheetStartXml(columns: readonly ColumnSpec[], isFirst: boolean): string {
  const widths = columns.map(({ title, kind = 'text', width }, index) => {
    const characters = width ?? Math.max(WIDTH_OF_KIND[kind], title.length * 2 + 2)
    // The format of the whole column, so that a code typed into a template stays text, too.
    return `<col min="${index + 1}" max="${index + 1}" width="${characters}" style="${STYLE_OF_KIND[kind]}" customWidth="1"/>`
  })
  const selected = isFirst ? ' tabSelected="1"' : ''
  return (
    `${sheetHead}<sheetViews><sheetView${selected} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData>`
  )
}

function titleRowXml(columns: readonly ColumnSpec[]): string {
  const cells = columns.map(({ title, required }, index) =>
    textXml(`${columnName(index)}1`, title, required ? STYLE.requiredTitle : STYLE.title),
  )
  return `<row r="1">${cells.join('')}</row>`
}

function cellXml(reference: string, content: CellContent, kind: CellKind = 'text'): string {
  if ('number' in content)
    return `<c r="${reference}" s="${STYLE_OF_KIND[kind]}"><v>${content.number}</v></c>`
  if ('text' in content) return textXml(reference, content.text, STYLE.text)
  const { year, month, day, hour, minute, second } = zonedTime(content.date)
  // The format knows no days before March 1900, programs disagree about those.
  if (year < 1901) return textXml(reference, dateCellText(content), STYLE.text)
  const seconds = content.kind === 'date' ? 0 : hour * 3600 + minute * 60 + second
  return `<c r="${reference}" s="${STYLE_OF_KIND[content.kind]}"><v>${serialOf(year, month, day, seconds)}</v></c>`
}

function textXml(reference: string, text: string, style: number): string {
  const harmless = defuse(text)
  if (harmless.length > MAX_CELL_TEXT)
    throw new RangeError(`A cell holds at most ${MAX_CELL_TEXT} characters`)
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(harmless)}</t></is></c>`
}

// An & begins a command of the header; two are the sign itself.
const markXml = (mark: string): string =>
  mark === ''
    ? ''
    : `<headerFooter><oddHeader>${escapeXml(`&R${mark.replaceAll('&', '&&')}`)}</oddHeader></headerFooter>`

function validationsXml(columns: readonly ColumnSpec[], lists: ListSheet): string {
  const rules = columns.flatMap(({ options }, index) => {
    if (!options || options.length === 0) return []
    const name = columnName(index)
    const source = lists.reference(options) ?? `"${options.join(',')}"`
    return [
      '<dataValidation type="list" allowBlank="1" showErrorMessage="1" ' +
        `sqref="${name}2:${name}${MAX_ROWS}"><formula1>${escapeXml(source)}</formula1></dataValidation>`,
    ]
  })
  return rules.length > 0
    ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
    : ''
}

/** The hidden sheet behind drop-downs that are too long to stand in the rule: one column per list. */
class ListSheet {
  #lists: (readonly string[])[] = []

  constructor(sheets: readonly SheetSpec[]) {
    for (const { options = [] } of sheets.flatMap(({ columns }) => columns)) {
      const isPlain =
        options.join(',').length <= MAX_INLINE_LIST && !options.some((option) => /[",]/.test(option))
      if (!isPlain && !this.#lists.includes(options)) this.#lists.push(options)
    }
  }

  get count(): number {
    return this.#lists.length
  }

  reference(options: readonly string[]): string | null {
    const index = this.#lists.indexOf(options)
    const name = columnName(index)
    return index < 0 ? null : `'${LIST_SHEET}'!$${name}$1:$${name}$${options.length}`
  }

  xml(): string {
    const longest = Math.max(...this.#lists.map((list) => list.length))
    const rows = Array.from({ length: longest }, (_, row) => {
      const cells = this.#lists.map((list, column) => {
        const option = list[row]
        return option === undefined ? '' : textXml(`${columnName(column)}${row + 1}`, option, STYLE.text)
      })
      return `<row r="${row + 1}">${cells.join('')}</row>`
    })
    return `${sheetHead}<sheetData>${rows.join('')}</sheetData></worksheet>`
  }
}

const columnNames: string[] = []

function columnName(index: number): string {
  let name = columnNames[index]
  if (name === undefined) {
    name = ''
    for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) {
      name = String.fromCharCode(65 + (rest % 26)) + name
    }
    columnNames[index] = name
  }
  return name
}

function sheetName(name: string): string {
  return name.replace(/[[\]:*?/\\]/g, '_').slice(0, 31)
}
