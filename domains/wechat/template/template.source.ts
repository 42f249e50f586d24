import type { Db } from '#kit/server/database.ts'

/** A template a notification scene wants to have at the platform. */
export interface WantedTemplate {
  /** number in the platform's library */
  tempKey: string
  title: string
  kind: 'wechat' | 'routine'
}

type Source = (db: Db) => Promise<readonly WantedTemplate[]>

let source: Source = async () => []

/** Tells where the wanted templates are read: the notification scenes. */
export function declareTemplateSource(read: Source): void {
  source = read
}

/** The wanted templates of a kind, each number once. */
export async function wantedTemplates(db: Db, kind: WantedTemplate['kind']): Promise<WantedTemplate[]> {
  const wanted = (await source(db)).filter((one) => one.kind === kind && one.tempKey !== '')
  return [...new Map(wanted.map((one) => [one.tempKey, one])).values()]
}
