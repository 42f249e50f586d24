import { SpreadsheetError } from './error.ts'

/** What a spreadsheet program itself can hold; columns and cells as many as any import of ours can mean. Architecture §4. */
const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 1024
const LONGEST_CELL = 32_767
const LONGEST_ROW = 4_000_000
const MOST_CELLS = 20_000_000
const MOST_IN_ROWS = 60_000_000
const MOST_ATTRIBUTES = 200
/** Elements of a part that are neither rows nor cells nor what stands in cells: formats, names, relations. */
const MOST_ELEMENTS = 500_000
const MOST_DEPTH = 50

const tooMuch = (message: string): SpreadsheetError =>
  new SpreadsheetError(undefined, `${message}，请精简后重试`)

/** Refuses a cell longer than a spreadsheet program can hold; `rowNo` 0 where it is not known. */
export function boundCell(length: number, rowNo = 0): void {
  if (length > LONGEST_CELL)
    throw tooMuch(`${rowNo === 0 ? '' : `第${rowNo}行`}单元格内容不能超过${LONGEST_CELL}个字符`)
}

/** Refuses a row whose cells together are longer than any honest one. */
export function boundRowLength(length: number, rowNo: number): void {
  if (length > LONGEST_ROW) throw tooMuch(`第${rowNo}行内容过长，一行不能超过${LONGEST_ROW}个字符`)
}

/** Refuses a row beyond the last one of a sheet, also when nothing stands in it. */
export function boundRow(rowNo: number): void {
  if (!(rowNo >= 1 && rowNo <= MOST_ROWS)) throw tooMuch(`工作表不能超过${MOST_ROWS}行`)
}

/** Refuses a column (from 0) no import can mean. */
export function boundColumn(column: number): void {
  if (column >= MOST_COLUMNS) throw tooMuch(`工作表不能超过${MOST_COLUMNS}列`)
}

const IN_ROWS: ReadonlySet<string> = new Set(['v', 'is', 't', 'si', 'r', 'rPr', 'f'])

/** Counts the elements of one part of a workbook as they begin and end; SpreadsheetError when there are too many. */
export class ElementCount {
  #depth = 0
  #rows = 0
  #cells = 0
  #inRows = 0
  #others = 0
  #attributes = 0

  open(name: string): void {
    this.#attributes = 0
    if (++this.#depth > MOST_DEPTH) throw tooMuch(`文件内容嵌套不能超过${MOST_DEPTH}层`)
    if (name === 'row') boundRow(++this.#rows)
    else if (name === 'c') {
      if (++this.#cells > MOST_CELLS) throw tooMuch(`工作表不能超过${MOST_CELLS / 10_000}万个单元格`)
    } else if (IN_ROWS.has(name) ? ++this.#inRows > MOST_IN_ROWS : ++this.#others > MOST_ELEMENTS)
      throw tooMuch('文件中的格式等附加内容过多')
  }

  attribute(): void {
    if (++this.#attributes > MOST_ATTRIBUTES) throw tooMuch(`一个元素不能超过${MOST_ATTRIBUTES}个属性`)
  }

  close(): void {
    this.#depth -= 1
  }
}
