import type { Db } from '#kit/server/database.ts'
import { readHome } from '#kit/server/home.ts'
import { waitingFor } from '#kit/server/waiting.ts'
import type { Who } from '#kit/server/who.ts'
import { toSeconds } from '#kit/shared/time.ts'

/** What the home page shows: documents that wait for a decision first, then what rooms bring. Screens §6. */
export async function homeOf(db: Db, who: Who, failed: (error: unknown) => Promise<void>) {
  const home = await readHome(db, who, failed)
  const waiting = await waitingFor(db, who).catch(async (error: unknown) => {
    await failed(error)
    return []
  })
  return {
    ...home,
    todos: [
      ...waiting.map(({ type, label, list, count }) => ({
        key: type,
        label: `待审核${label}`,
        to: list,
        failed: false,
        n: count,
        oldest: null,
      })),
      ...home.todos
        .filter((one) => one.failed || one.n > 0)
        .map((one) => ({ ...one, oldest: one.oldest === null ? null : toSeconds(one.oldest) })),
    ],
    watches: home.watches.filter((one) => one.failed || one.n > 0),
  }
}
