import { answerPage } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { ruleCalls } from './rule.calls.ts'
import { rule } from './rule.entity.ts'

export const ruleServed = [
  read(ruleCalls.list, (db, who, input) => answerPage(db, who, rule, ruleCalls.list.answer, input)),
  change(ruleCalls.save, async (tx, _who, input) => ({ id: (await insertRow(tx, rule, input)).id })),
  change(ruleCalls.update, async (tx, _who, { id, version, ...values }) =>
    updateRow(tx, rule, await lockRow(tx, rule, id, { version }), values),
  ),
  change(ruleCalls.remove, async (tx, _who, { id: ids }) => {
    for (const id of ids.toSorted((a, b) => a - b)) await deleteRow(tx, rule, await lockRow(tx, rule, id))
  }),
]
