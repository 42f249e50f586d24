import { sql } from 'kysely'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { rowFigure } from '#kit/server/figures.ts'
import { answerPage, conditionsOf } from '#kit/server/list.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { refuseIf, standardHandlers } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { shorten } from '#kit/shared/characters.ts'
import { refuse } from '#kit/shared/errors.ts'
import { releaseOf } from './guardWords.ts'
import { RELEASED, sensitiveHit, WAITING } from './sensitiveHit.entity.ts'
import { sensitiveScene } from './sensitiveScene.entity.ts'
import { BUILT_IN, sensitiveWord } from './sensitiveWord.entity.ts'
import { hitCalls, sceneCalls, wordCalls } from './words.calls.ts'
import { addWords } from './words.import.ts'
import { checkWords } from './words.memory.ts'

/** How many texts a word was found in. */
const hitCount = rowFigure(
  sensitiveWord,
  'select count(*)::int from "sensitiveHit" where "sensitiveHit"."words" @> array["sensitiveWord"."word"]',
)

const word = standardHandlers(sensitiveWord, wordCalls, {
  figures: { hitCount },
  async prepare(_tx, values, before) {
    const isRenamed = values.word !== undefined && before !== null && values.word !== before.word
    // It would come back at the next start, beside the new one.
    if (isRenamed && before.source === BUILT_IN) throw refuse('内置敏感词不能修改，可以停用', 'word')
    return values
  },
  async deleting(_tx, row) {
    refuseIf(row.source === BUILT_IN, '内置敏感词不能删除，可以停用')
  },
})

const hitExport = exportEntity(sensitiveHit, hitCalls.exportRows)

export const wordTasks = [word.exporting, hitExport]

const MOST_WORDS = 10_000

/** The words of a text with one on each line. */
function linesOf(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length > MOST_WORDS) throw refuse(`一次最多导入${MOST_WORDS}个敏感词`, 'words')
  const long = lines.find((line) => [...line].length > (sensitiveWord.shape.word.max ?? 0))
  if (long !== undefined)
    throw refuse(`敏感词不能超过${sensitiveWord.shape.word.max}个字符：${shorten(long, 20)}`, 'words')
  return lines
}

export const servedWords: readonly Served[] = [
  ...word.served,
  change(wordCalls.statuses, async (tx, _who, { ids, status }) => {
    for (const id of [...ids].sort((a, b) => a - b)) {
      const row = await lockRow(tx, sensitiveWord, id)
      if (row.status !== status) await updateRow(tx, sensitiveWord, row, { status })
    }
  }),
  change(wordCalls.importLines, (tx, _who, { words, ...facts }) =>
    addWords(
      tx,
      linesOf(words).map((one) => ({ word: one, ...facts, whiteWords: [] })),
    ),
  ),
  read(wordCalls.check, (db, _who, { text, scene }) => checkWords(db, text, scene)),
  read(sceneCalls.list, (db) =>
    db.selectFrom('sensitiveScene').selectAll().where('isDel', '=', 0).orderBy('id').execute(),
  ),
  read(sceneCalls.info, (db, who, { id }) => readRow(db, who, sensitiveScene, id)),
  change(sceneCalls.update, async (tx, _who, { id, version, ...values }) => {
    if (values.mark === '') throw refuse('请输入替换字符', 'mark')
    await updateRow(tx, sensitiveScene, await lockRow(tx, sensitiveScene, id, { version }), values)
  }),
  read(hitCalls.list, (db, who, input) => answerPage(db, who, sensitiveHit, hitCalls.list.answer, input)),
  read(hitCalls.figures, async (db, who, input) => {
    const conditions = await conditionsOf(db, who, sensitiveHit, input)
    const { rows } = await sql<{ day: string; scene: string; count: number }>`
      select to_char("createTime" at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "day", "scene", count(*) as "count"
      from "sensitiveHit" where ${sql.join(conditions, sql` and `)}
      group by 1, 2 order by 1 desc, 2 limit 1000`.execute(db)
    return rows
  }),
  change(hitCalls.review, async (tx, _who, { id, result }) => {
    const row = await lockRow(tx, sensitiveHit, id)
    refuseIf(row.review === null, '该记录无需复核')
    refuseIf(row.review !== WAITING, '该记录已复核')
    await updateRow(tx, sensitiveHit, row, { review: result })
    if (result === RELEASED && row.bizId !== null) await releaseOf(tx, row.scene)?.(tx, row.bizId)
  }),
  change(hitCalls.exportRows, (tx, who, input) => startTask(tx, who, hitExport, input)),
]
