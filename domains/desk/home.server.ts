import type { Db } from '#kit/server/database.ts'
import { readHome } from '#kit/server/home.ts'
import { returnedTo, type Waiting, waitingFor } from '#kit/server/waiting.ts'
import type { Who } from '#kit/server/who.ts'
import { toSeconds } from '#kit/shared/time.ts'

/** What the home page shows: documents that wait for a decision or came back first, then what rooms bring. Screens §6. */
export async function homeOf(db: Db, who: Who, failed: (error: unknown) => Promise<void>) {
  const home = await readHome(db, who, failed)
  const cards = async (key: string, words: string, ask: (db: Db, who: Who) => Promise<Waiting[]>) => {
    const found = await ask(db, who).catch(async (error: unknown) => {
      await failed(error)
      return []
    })
    return found.map(({ type, label, list, count, oldest }) => ({
      key: `${type}.${key}`,
      label: `${words}${label}`,
      to: list,
      failed: false,
      n: count,
      oldest,
    }))
  }
  return {
    ...home,
    todos: [
      ...(await cards('waiting', '待审核', waitingFor)),
      ...home.todos
        .filter((one) => one.failed || one.n > 0)
        .map((one) => ({ ...one, oldest: one.oldest === null ? null : toSeconds(one.oldest) })),
    ],
    watches: [
      ...(await cards('returned', '我提交后被驳回的', returnedTo)),
      ...home.watches.filter((one) => one.failed || one.n > 0),
    ],
  }
}
