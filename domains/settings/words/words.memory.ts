import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import { type Matcher, masked, matcherOf, type Pattern, placesInHtml } from './matcher.rules.ts'
import type { Scene } from './sensitiveScene.entity.ts'
import type { WordAction } from './sensitiveWord.entity.ts'

interface Word extends Pattern {
  action: WordAction
}

/** What was found in a text. Doors §4 checkWords. */
export interface Checked {
  /** false: the text is to be refused */
  pass: boolean
  /** the strictest of all hits: 1 拦截, 3 人工审核, 2 替换; 0 without any */
  action: WordAction | 0
  /** the text as it may be stored: with marks over the words where they are to be replaced */
  text: string
  hits: { word: string; start: number; end: number; action: WordAction }[]
}

/** All enabled words and the automaton over them; built anew when a word has changed in any process. */
export const wordCache = tableCache<{ words: ReadonlyMap<string, Word>; matcher: Matcher<Word> }>(
  'word',
  '敏感词',
  ['sensitiveWord'],
  async (db) => {
    const words = await db
      .selectFrom('sensitiveWord')
      .select(['word', 'action', 'matchType', 'whiteWords'])
      .where('status', '=', 1)
      .where('isDel', '=', 0)
      .execute()
    return { words: new Map(words.map((one) => [one.word, one])), matcher: matcherOf(words) }
  },
  {
    keys: ({ words }) => words.keys(),
    value: ({ words }, key) => words.get(key),
  },
)

interface SceneFacts {
  scene: Scene
  mode: 1 | 2 | 3 | 4
  mark: string
}

export const wordSceneCache = tableCache<ReadonlyMap<Scene, SceneFacts>>(
  'wordScene',
  '敏感词场景',
  ['sensitiveScene'],
  async (db) => {
    const rows = await db
      .selectFrom('sensitiveScene')
      .select(['scene', 'mode', 'mark'])
      .where('status', '=', 1)
      .where('isDel', '=', 0)
      .execute()
    return new Map(rows.map((row) => [row.scene, row]))
  },
  {
    keys: (scenes) => scenes.keys(),
    value: (scenes, key) => [...scenes.values()].find((one) => one.scene === key),
  },
)

const STRICTEST = [1, 3, 2] as const
/** What a scene does with all words alike; 1 leaves it to each word. */
const OF_MODE = { 1: null, 2: 1, 3: 2, 4: 3 } as const

/**
 * Looks for sensitive words in a text of a scene; a scene that is switched off finds none. Places are those of the
 * text's UTF-16 units. With `html` only what a person reads is looked at and replaced. Doors §4, platform §13.4.
 */
export async function checkWords(
  db: Db,
  text: string,
  scene: Scene,
  options: { html?: boolean } = {},
): Promise<Checked> {
  const facts = (await wordSceneCache.read(db)).get(scene)
  if (facts === undefined) return { pass: true, action: 0, text, hits: [] }
  const inside = options.html ? placesInHtml(text) : undefined
  const found = (await wordCache.read(db)).matcher.find(text, inside)
  const actionOf = (word: Word): WordAction => OF_MODE[facts.mode] ?? word.action
  const action = STRICTEST.find((one) => found.some(({ pattern }) => actionOf(pattern) === one)) ?? 0
  return {
    pass: action !== 1,
    action,
    text: action === 2 ? masked(text, found, facts.mark, inside) : text,
    hits: found.map(({ pattern, start, end }) => ({
      word: pattern.word,
      start,
      end,
      action: actionOf(pattern),
    })),
  }
}
