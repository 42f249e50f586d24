import { flag, text } from '../fields/shared.ts'

/** How an uploaded sheet is imported. Multipart bodies hold files only; this stands in the query. */
export const importInput = {
  dryRun: flag('仅校验', { initial: 0 }),
  skipBad: flag('不导入错误行', { initial: 0 }),
  force: flag('再次导入', { initial: 0 }),
  /** JSON: names of columns to headings of the sheet, where these are others than the template's; '' leaves one out */
  mapping: text('列对应', { max: 8000 }),
  /** names of what is ticked, joined by commas, out of those the import offers: remove, repeat */
  ticks: text('勾选', { max: 100 }),
}
