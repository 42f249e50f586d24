import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { insertRow } from '#kit/server/rows.ts'
import { actorOf, inTransaction, touch } from '#kit/server/transaction.ts'
import { refuse } from '#kit/shared/errors.ts'
import { KEPT, sensitiveHit, WAITING } from './sensitiveHit.entity.ts'
import type { Scene } from './sensitiveScene.entity.ts'
import type { WordAction } from './sensitiveWord.entity.ts'
import { type Checked, checkWords } from './words.memory.ts'

type Release = (tx: Tx, bizId: number) => Promise<void>

const releases = new Map<Scene, Release>()

/** A room tells how it shows what a reviewer has released. Doors §3 declareSensitiveScene. */
export function declareSensitiveScene(scene: Scene, release: Release): void {
  if (releases.has(scene)) throw new Error(`Sensitive scene ${scene} is declared twice`)
  releases.set(scene, release)
}

export const releaseOf = (scene: Scene): Release | undefined => releases.get(scene)

/** Texts that may be stored, and what the room has to do besides. */
export interface Guarded<N extends string> {
  /** the texts as they are to be stored */
  texts: Record<N, string>
  /** to be stored hidden until somebody has released it */
  isHeld: boolean
  /** writes what was found, once the row has an id; what waited for it before is settled */
  keep(tx: Tx, bizId: number): Promise<void>
}

const ORIGINAL_MAX = 5000
const readable = (html: string): string => html.replace(/<[^>]*>/g, '')

/**
 * Checks the texts of one thing before it is stored; 422 内容包含敏感词：{词} at the field of the first. What was refused
 * is kept through the pool, for the transaction of the caller is undone. Platform §13.4.
 */
export async function guardWords<const N extends string>(
  tx: Tx,
  pool: Db,
  scene: Scene,
  given: Readonly<Record<N, string>>,
  html: readonly NoInfer<N>[] = [],
): Promise<Guarded<N>> {
  const texts: Record<N, string> = { ...given }
  const found: { name: N; checked: Checked }[] = []
  for (const name of namesOf(given)) {
    const checked = await checkWords(tx, given[name], scene, { html: html.includes(name) })
    texts[name] = checked.text
    if (checked.action !== 0) found.push({ name, checked })
  }
  const action = ([1, 3, 2] as const).find((one) => found.some(({ checked }) => checked.action === one))
  if (action === undefined) return { texts, isHeld: false, keep: (tx, id) => settle(tx, scene, id) }
  const hit = {
    scene,
    action,
    person: actorOf(tx).realName,
    words: wordsOf(found.map((one) => one.checked)),
    // A title is often repeated where nobody wrote another one.
    original: [
      ...new Set(found.map(({ name }) => (html.includes(name) ? readable(given[name]) : given[name]))),
    ]
      .join('\n')
      .slice(0, ORIGINAL_MAX),
  }
  if (action === 1) {
    keepRefused(pool, tx, hit)
    const refused = found.filter(({ checked }) => !checked.pass)
    const words = wordsOf(
      refused.map((one) => one.checked),
      action,
    )
    throw refuse(`内容包含敏感词：${words.join('、')}`, refused[0]?.name)
  }
  return {
    texts,
    isHeld: action === 3,
    async keep(tx, bizId) {
      await settle(tx, scene, bizId)
      await insertRow(tx, sensitiveHit, { ...hit, bizId, ...(action === 3 ? { review: WAITING } : {}) })
    },
  }
}

// A shape of names is never more than what its type says: callers write it out.
function namesOf<N extends string>(given: Readonly<Record<N, string>>): N[] {
  const names: N[] = []
  for (const name in given) names.push(name)
  return names
}

/** The words that were found, each once; of one action, or all. */
const wordsOf = (checked: readonly Checked[], action?: WordAction): string[] => [
  ...new Set(
    checked
      .flatMap((one) => one.hits)
      .filter((hit) => action === undefined || hit.action === action)
      .map((hit) => hit.word),
  ),
]

interface Refused {
  scene: Scene
  action: WordAction
  person: string
  words: string[]
  original: string
}

// Not waited for: the refusal must not wait for a second connection while it holds its own.
function keepRefused(pool: Db, tx: Tx, hit: Refused): void {
  inTransaction(pool, actorOf(tx), (own) => insertRow(own, sensitiveHit, hit)).catch((error: unknown) =>
    console.error('A refused text could not be kept', error),
  )
}

/** Whether the thing waits for a reviewer. */
export async function isHeld(db: Db, scene: Scene, bizId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sensitiveHit')
    .select('id')
    .where('scene', '=', scene)
    .where('bizId', '=', bizId)
    .where('review', '=', WAITING)
    .executeTakeFirst()
  return row !== undefined
}

/** A text that was written anew is no longer the one that waited. */
async function settle(tx: Tx, scene: Scene, bizId: number): Promise<void> {
  const settled = await tx
    .updateTable('sensitiveHit')
    .set({ review: KEPT, updateTime: sql`now()` })
    .where('scene', '=', scene)
    .where('bizId', '=', bizId)
    .where('review', '=', WAITING)
    .returning('id')
    .execute()
  if (settled.length > 0) touch(tx, sensitiveHit.name)
}
