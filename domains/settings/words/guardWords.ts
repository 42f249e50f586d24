import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { count } from '#kit/server/metrics.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { insertRow } from '#kit/server/rows.ts'
import { actorOf, keepApart, touch } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { notify } from '../notice/notify.ts'
import type { SceneSeed } from '../notice/scenes.ts'
import { FOR_STAFF } from '../notice/systemNotification.entity.ts'
import { KEPT, sensitiveHit, WAITING } from './sensitiveHit.entity.ts'
import { SCENES, type Scene } from './sensitiveScene.entity.ts'
import { ACTIONS, type WordAction } from './sensitiveWord.entity.ts'
import { type Checked, checkWords } from './words.memory.ts'

/** Tells the 通知人 of a scene that a text in it held sensitive words. */
export const HIT_SCENE: SceneSeed = {
  mark: 'sensitiveHit',
  type: '敏感词命中',
  description: '文本命中敏感词时，通知该场景的通知人',
  sendType: FOR_STAFF,
  channels: ['notice', 'sms', 'wechat'],
  content: '{person}在“{scene}”中的文本命中敏感词：{words}，处理：{action}',
  link: '/sensitiveWordsSetting?tab=hits',
}

type Release = (tx: Tx, bizId: number) => Promise<void>

const releases = namedPoint<Release>('Sensitive scene')

/** A room tells how it shows what a reviewer has released. Doors §3 declareSensitiveScene. */
export const declareSensitiveScene = (scene: Scene, release: Release): Registration =>
  releases.as(scene, release)

export const releaseOf = (db: Db, scene: Scene): Release | undefined => releases.of(db, scene)

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
 * is kept apart, for the transaction of the caller is undone. Platform §13.4.
 */
export async function guardWords<const N extends string>(
  tx: Tx,
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
  if (action !== undefined) count('sensitive_hits_total', { scene })
  if (action === undefined) return { texts, isHeld: false, keep: (tx, id) => settle(tx, scene, id) }
  const hit = {
    scene,
    action,
    person: actorOf(tx).realName,
    words: wordsOf(found.map((one) => one.checked)),
    // A title is often repeated where nobody wrote another one.
    original: cut(
      [...new Set(found.map(({ name }) => (html.includes(name) ? readable(given[name]) : given[name])))].join(
        '\n',
      ),
      ORIGINAL_MAX,
    ),
  }
  if (action === 1) {
    keepApart(tx, (own) => keepHit(own, hit))
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
      await keepHit(tx, { ...hit, bizId, ...(action === 3 ? { review: WAITING } : {}) })
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

/** Keeps what was found and tells those who look after the scene. */
async function keepHit(tx: Tx, hit: Partial<EntityRow<typeof sensitiveHit>> & Refused): Promise<void> {
  const row = await insertRow(tx, sensitiveHit, hit)
  const scene = await tx
    .selectFrom('sensitiveScene')
    .select('notifyIds')
    .where('scene', '=', hit.scene)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  await notify(
    tx,
    HIT_SCENE.mark,
    (scene?.notifyIds ?? []).map((id) => ({ kind: 'admin', id })),
    {
      scene: labelOf(SCENES, hit.scene),
      person: hit.person,
      words: hit.words.join('、'),
      action: labelOf(ACTIONS, hit.action),
    },
    `sensitiveHit:${row.id}`,
  )
}

const labelOf = (
  choices: readonly { value: string | number; label: string }[],
  value: string | number,
): string => choices.find((one) => one.value === value)?.label ?? String(value)

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
