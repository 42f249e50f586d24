import { z } from 'zod'

const MOST = 8
const kept = z.array(z.object({ url: z.string(), name: z.string() }))
type Recent = z.output<typeof kept>[number]
const keyOf = (adminId: number) => `recent:${adminId}`

/** Records that a person has opened in this browser, the last one first. Screens §7. */
export function recentOf(adminId: number): readonly Recent[] {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(keyOf(adminId)) ?? '[]'))
  } catch {
    return []
  }
}

/** Keeps that a person has opened a record, under the name that its page gave itself. */
export function rememberRecent(adminId: number, recent: Recent): void {
  const others = recentOf(adminId).filter(({ url }) => url !== recent.url)
  localStorage.setItem(keyOf(adminId), JSON.stringify([recent, ...others].slice(0, MOST)))
}
