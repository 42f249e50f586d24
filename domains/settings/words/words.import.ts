import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type ImportDefinition, listOf } from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { insertRows } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { valuesIn } from '#kit/shared/field.ts'
import { sensitiveWord } from './sensitiveWord.entity.ts'
import { wordCalls } from './words.calls.ts'

type Given = Pick<
  EntityRow<typeof sensitiveWord>,
  'word' | 'category' | 'action' | 'matchType' | 'whiteWords'
>

/** Adds words that are not there yet; one that is there stays as it is and is only counted. */
export async function addWords(tx: Tx, list: readonly Given[]): Promise<{ added: number; repeated: number }> {
  // Two imports of the same word at once would trip over each other's unique index.
  await sql`select pg_advisory_xact_lock(hashtext('sensitiveWord'))`.execute(tx)
  const first = new Map<string, Given>()
  for (const given of list) {
    const key = given.word.toLowerCase()
    if (!first.has(key)) first.set(key, given)
  }
  const { rows } = await sql<{ word: string }>`
    select lower("word") as "word" from "sensitiveWord"
    where "isDel" = 0 and lower("word") = any(${sql.val([...first.keys()])}::text[])`.execute(tx)
  for (const { word } of rows) first.delete(word)
  await insertRows(tx, sensitiveWord, [...first.values()])
  return { added: first.size, repeated: list.length - first.size }
}

const { word, category, action, matchType, whiteWords } = sensitiveWord.shape
const LINE = { word, category, action, matchType, whiteWords }

/** Import of words by the template. Platform §13.4, §15.4. */
export const wordImport: ImportDefinition = {
  kind: 'import',
  bizType: 'sensitiveWord',
  title: '敏感词',
  permission: wordCalls.importLines.permission,
  columns: [
    { name: 'word', title: word.label, field: word, required: true, example: '代开发票' },
    { name: 'category', title: category.label, field: category, required: true, example: '赌博诈骗' },
    { name: 'action', title: action.label, field: action, required: true, example: '拦截' },
    { name: 'matchType', title: matchType.label, field: matchType, note: '不填为忽略间隔符' },
    { name: 'whiteWords', title: whiteWords.label, field: whiteWords, note: '多个用逗号分隔' },
  ],
  notes: ['已存在的敏感词保持不变，不算错误。'],
  mode: 'rows',
  source: listOf(sensitiveWord.name, wordCalls.exportRows),
  stored: (db, _who, ids) => rowsInOrder(db, sensitiveWord, ids),
  check: async () => [],
  async write(tx, _who, rows) {
    await addWords(
      tx,
      rows.flatMap((row) => {
        const { word: text, category: kind, action: deed, ...more } = valuesIn(LINE, row.values)
        // Of rows that are written what must be given is there.
        if (text === undefined || kind === undefined || deed === undefined) return []
        const { matchType: way, whiteWords: white = [] } = more
        return [{ word: text, category: kind, action: deed, matchType: way ?? 2, whiteWords: white }]
      }),
    )
    return []
  },
}
