import { allScenes } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'

/** A template a notification scene wants to have at the platform. */
export interface WantedTemplate {
  /** number in the platform's library */
  tempKey: string
  title: string
  kind: 'wechat' | 'routine'
}

type Source = (db: Db) => Promise<readonly WantedTemplate[]>

/** The scenes of 消息通知 and the templates they name. */
const ofScenes: Source = async (db) =>
  allScenes(db).flatMap(({ type: title, tempKey = '', routineKey = '' }) => [
    { kind: 'wechat', tempKey, title },
    { kind: 'routine', tempKey: routineKey, title },
  ])

const source = singlePoint<Source>('Template source')

/** Takes the wanted templates from somewhere else than the scenes. */
export const declareTemplateSource = (read: Source): Registration => source.as(read)

/** The wanted templates of a kind, each number once. */
export async function wantedTemplates(db: Db, kind: WantedTemplate['kind']): Promise<WantedTemplate[]> {
  const wanted = (await (source.of(db) ?? ofScenes)(db)).filter(
    (one) => one.kind === kind && one.tempKey !== '',
  )
  return [...new Map(wanted.map((one) => [one.tempKey, one])).values()]
}
