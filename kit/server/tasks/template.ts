import { PassThrough } from 'node:stream'
import type { ImportColumn, ImportDefinition, ImportSheet } from '../fileTask.ts'
import { createWorkbook } from '../spreadsheet/spreadsheet.ts'
import { isRequired, markedTitle } from './sheet.ts'

/** What a template is made of. */
export type TemplateFacts = Pick<ImportDefinition, 'title' | 'sheetName' | 'sheets' | 'columns' | 'notes'>

const optionsOf = (column: ImportColumn): readonly string[] | undefined =>
  column.options ?? (column.field.many ? undefined : column.field.choices?.map((choice) => choice.label))

/** What the sheet 填写说明 says about a column beyond its own note. */
function rulesOf(column: ImportColumn): string {
  const { field } = column
  const rules = [
    column.note,
    field.help,
    field.unique ? '不能重复' : undefined,
    field.max !== undefined && (field.type === 'text' || field.type === 'longText')
      ? `最多${field.max}个字符`
      : undefined,
    field.type === 'date' ? '格式 yyyy-MM-dd' : undefined,
    field.type === 'datetime' ? '格式 yyyy-MM-dd HH:mm' : undefined,
    optionsOf(column) === undefined ? undefined : `可选：${optionsOf(column)?.slice(0, 20).join('、')}`,
  ]
  return rules.filter((rule) => rule !== undefined && rule !== '').join('；')
}

/** The workbook of an import: headings with * on required ones and △ on those required in some cases, drop-downs, one example, 填写说明. Platform §10. */
export function templateOf(definition: TemplateFacts): NodeJS.ReadableStream {
  const target = new PassThrough()
  const { title, sheetName = title, sheets = [] } = definition
  const all: (Pick<ImportSheet, 'columns'> & { name: string })[] = [
    { name: sheetName, columns: definition.columns },
    ...sheets,
  ]
  const book = createWorkbook(target, {
    sheets: [
      ...all.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => {
          const options = optionsOf(column)
          return {
            title: markedTitle(column),
            required: isRequired(column),
            ...(options === undefined ? {} : { options }),
          }
        }),
      })),
      {
        name: '填写说明',
        columns: [
          { title: '列名', width: 20 },
          { title: '必填', width: 8 },
          { title: '说明', width: 60 },
          { title: '示例', width: 24 },
        ],
      },
    ],
  })
  const write = async () => {
    for (const [place, { columns }] of all.entries())
      await book.addRow(
        place,
        columns.map((column) => column.example ?? ''),
      )
    for (const { name, columns } of all)
      for (const column of columns)
        await book.addRow(all.length, [
          sheets.length > 0 ? `${name}：${column.title}` : column.title,
          isRequired(column) ? '是' : (column.requiredWhen ?? '否'),
          rulesOf(column),
          column.example ?? '',
        ])
    const marks = '标 * 的列必填，标 △ 的列在“必填”一栏所写的情况下必填'
    for (const note of ['第二行是示例，填写前请删除或覆盖', marks, ...(definition.notes ?? [])])
      await book.addRow(all.length, ['', '', note, ''])
    await book.end()
  }
  write().catch((error: unknown) => target.destroy(error instanceof Error ? error : new Error(String(error))))
  return target
}
