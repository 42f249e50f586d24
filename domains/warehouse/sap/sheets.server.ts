import { type ImportDefinition, type ImportRow, listOf, type RowError } from '#kit/server/fileTask.ts'
import type { EntityImport } from '#kit/server/importEntity.ts'
import { importLines } from '#kit/server/importLines.ts'
import { demand } from '#kit/server/who.ts'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { productsOf } from './arrival.server.ts'
import { BY_SHEET } from './sapSource.ts'

const textIn = ({ values }: ImportRow, name: string): string => String(values[name] ?? '').trim()

interface Sheet<E extends Entity>
  extends Pick<EntityImport<E>, 'key' | 'examples' | 'notes' | 'prepare' | 'saved'> {
  calls: { save: Call; update: Call; exportRows: Pick<Call, 'permission' | 'schema'> }
  /** what the fields alone do not tell of a row, besides its material and quantity: column and reason */
  faults?(row: ImportRow): readonly { name: string; message: string }[]
}

/**
 * Documents of SAP out of a sheet, a row for each line, by the rules of their form: what is wrong with its materials is told at each row.
 * Warehouse §5.1, §9.
 */
export function sapSheet<const E extends Entity>(
  of: E,
  { calls, faults, ...options }: Sheet<E>,
): ImportDefinition {
  const base = importLines(of, ['lines'], {
    ...options,
    permission: calls.save.permission,
    source: listOf(of.name, calls.exportRows),
    async verify(_db, who, _values, before) {
      if (before !== null) demand(who, calls.update.permission)
    },
    async ahead(_tx, list) {
      for (const { values, before } of list) if (before === null) Object.assign(values, { source: BY_SHEET })
    },
  })
  const titleOf = (name: string): string => base.columns.find((one) => one.name === name)?.title ?? ''
  return {
    ...base,
    async check(db, who, rows, memory, ask) {
      const errors: RowError[] = [...(await base.check(db, who, rows, memory, ask))]
      const known = await productsOf(
        db,
        rows.map((row) => ({ sapCode: textIn(row, 'lines.sapCode') })),
      )
      for (const row of rows) {
        const wrong = (name: string, message: string) =>
          void errors.push({ rowNo: row.rowNo, column: titleOf(name), message })
        const sapCode = textIn(row, 'lines.sapCode')
        if (sapCode !== '' && !known.has(sapCode.toLowerCase()))
          wrong('lines.sapCode', `物料 ${sapCode} 未映射`)
        const qty = row.values['lines.qty']
        if (typeof qty === 'number' && qty <= 0) wrong('lines.qty', '数量必须大于0')
        for (const { name, message } of faults?.(row) ?? []) wrong(name, message)
      }
      return errors
    },
  }
}
