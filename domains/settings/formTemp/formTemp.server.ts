import type { Tx } from '#kit/server/database.ts'
import { answerPage } from '#kit/server/list.ts'
import { listPoint, type Registration } from '#kit/server/points.ts'
import { insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { refuseIf } from '#kit/server/standard.ts'
import { refuseFields } from '#kit/shared/errors.ts'
import { formTempCalls as calls } from './formTemp.calls.ts'
import { systemFormTemp } from './formTemp.entity.ts'
import { contentErrors, type FormField, lostFields } from './formTemp.rules.ts'

type FilledNames = (tx: Tx, id: number) => Promise<readonly string[]>

const fillings = listPoint<FilledNames>('Form values')

/** Registers a place where forms are filled in: the names of the fields of a template that hold values there. */
export const declareFormValues = (filled: FilledNames): Registration => fillings.as(filled)

function refuseContent(content: readonly FormField[] | undefined): void {
  const errors = contentErrors(content ?? [])
  if (errors.length > 0) throw refuseFields(errors)
}

async function refuseLost(tx: Tx, id: number, lost: readonly FormField[]): Promise<void> {
  if (lost.length === 0) return
  for (const filled of fillings.of(tx)) {
    const names = await filled(tx, id)
    const held = lost.find(({ name }) => names.includes(name))
    refuseIf(held !== undefined, `字段“${held?.label}”已有数据，不能删除`)
  }
}

export const servedFormTemps: readonly Served[] = [
  read(calls.list, (db, who, input) => answerPage(db, who, systemFormTemp, calls.list.answer, input)),
  read(calls.info, (db, who, { id }) => readRow(db, who, systemFormTemp, id)),
  change(calls.save, async (tx, _who, input) => {
    refuseContent(input.content)
    return { id: (await insertRow(tx, systemFormTemp, input)).id }
  }),
  change(calls.update, async (tx, _who, { id, version, ...values }) => {
    refuseContent(values.content)
    const before = await lockRow(tx, systemFormTemp, id, { version })
    await refuseLost(tx, id, lostFields(before.content, values.content ?? before.content))
    await updateRow(tx, systemFormTemp, before, values)
  }),
]
