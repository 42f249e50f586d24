import { z } from 'zod'

const MOST = 8
const kept = z.array(z.object({ url: z.string(), name: z.string() }))
type Opened = z.output<typeof kept>[number]
const keyOf = (adminId: number) => `opened:${adminId}`

/** Records that a person has opened in this browser, the last one first. Screens §7. */
export function openedLast(adminId: number): readonly Opened[] {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(keyOf(adminId)) ?? '[]'))
  } catch {
    return []
  }
}

/** Keeps that a person has opened a record, under the name that its page gave itself. */
export function rememberOpened(adminId: number, opened: Opened): void {
  const others = openedLast(adminId).filter(({ url }) => url !== opened.url)
  localStorage.setItem(keyOf(adminId), JSON.stringify([opened, ...others].slice(0, MOST)))
}
