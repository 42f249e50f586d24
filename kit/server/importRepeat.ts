import { type ImportAsk, NOTHING_TICKED, type RowError } from './fileTask.ts'

/** What the tick reads that lets an import double what is there. */
export const REPEAT = '仍然导入与已有数据重复的行'

/**
 * What becomes of a row whose content is there already under no code of its own: refused at its column unless 仍然导入 is
 * ticked, and then told. `there` names what it repeats, e.g. 商品“酸奶”（P00000001）. Platform §10.
 */
export function repeated(
  ask: ImportAsk = NOTHING_TICKED,
  rowNo: number,
  column: string,
  there: string,
): RowError[] {
  if (!ask.ticked('repeat'))
    return [{ rowNo, column, message: `与已有的${there}重复；确需再新增一份时勾选“${REPEAT}”` }]
  ask.tell({ rowNo, column, message: `与已有的${there}重复，将再新增一份` })
  return []
}
