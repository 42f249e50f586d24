import { allScenes } from '#domains/settings/settings.door.ts'

/** A template a notification scene wants to have at the platform. */
export interface WantedTemplate {
  /** number in the platform's library */
  tempKey: string
  title: string
  kind: 'wechat' | 'routine'
}

type Source = () => Promise<readonly WantedTemplate[]>

/** The scenes of 消息通知 and the templates they name. */
let source: Source = async () =>
  allScenes().flatMap(({ type: title, tempKey = '', routineKey = '' }) => [
    { kind: 'wechat', tempKey, title },
    { kind: 'routine', tempKey: routineKey, title },
  ])

/** Takes the wanted templates from somewhere else than the scenes. */
export function declareTemplateSource(read: Source): void {
  source = read
}

/** The wanted templates of a kind, each number once. */
export async function wantedTemplates(kind: WantedTemplate['kind']): Promise<WantedTemplate[]> {
  const wanted = (await source()).filter((one) => one.kind === kind && one.tempKey !== '')
  return [...new Map(wanted.map((one) => [one.tempKey, one])).values()]
}
