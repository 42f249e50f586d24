/** The fixed parts of a workbook: what a spreadsheet program needs to find beside the rows. */

/** Numbers of the cell formats that `stylesXml` declares. */
export const STYLE = {
  plain: 0,
  title: 1,
  requiredTitle: 2,
  text: 3,
  amount: 4,
  date: 5,
  dateTime: 6,
} as const

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetHead = `${HEAD}<worksheet xmlns="${MAIN}">`

export function contentTypesXml(sheetCount: number): string {
  const sheets = numbers(sheetCount).map((n) => part(`/xl/worksheets/sheet${n}.xml`, 'worksheet'))
  return (
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}${sheets.join('')}</Types>`
  )
}

function part(name: string, type: string): string {
  return `<Override PartName="${name}" ContentType="${TYPE}.${type}+xml"/>`
}

export const rootRelationsXml =
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function workbookRelationsXml(sheetCount: number): string {
  const sheets = numbers(sheetCount).map(
    (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  return (
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}` +
    `<Relationship Id="rId${sheetCount + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
  )
}

export function workbookXml(sheets: readonly { name: string; hidden: boolean }[]): string {
  const tags = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tags.join('')}</sheets></workbook>`
}

const format = (numFmt: number, font = 0) =>
  `<xf numFmtId="${numFmt}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`

// Number formats 0 general, 2 two decimals, 49 text are built in.
export const stylesXml =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="3"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font>' +
  '<font><b/><sz val="11"/><color rgb="FFC00000"/><name val="等线"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">` +
  `${format(0)}${format(49, 1)}${format(49, 2)}${format(49)}${format(2)}${format(164)}${format(165)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** A text inside XML, characters XML cannot hold written as the workbook format asks for. */
export function escapeXml(text: string): string {
  if (!NEEDS_CARE.test(text)) return text
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      UNWRITABLE,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be escaped
const UNWRITABLE = /[\x00-\x08\x0b-\x1f\ufffe\uffff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const NEEDS_CARE = /[&<>"\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_x/

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
