// A process that posts at random until it is killed, and says what the database has taken from it.
import { movedEvent, postAccount } from '#domains/accounts/account/post.server.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { register } from '#kit/server/points.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { AppError } from '#kit/shared/errors.ts'
import { STEPS } from './ledgerSteps.ts'

const HANDS = 6

const [url = '', accounts = '', sources = ''] = process.argv.slice(2)
const pool = openPool(url, HANDS)
const db = openDatabase(pool)
register(db, [movedEvent])
const ids = accounts.split(',').map(Number)
const below = (n: number): number => Math.floor(Math.random() * n)

/** One step by one of few sources, so that others, also in other processes, have done it before or do it now. */
async function step(): Promise<void> {
  const accountId = ids[below(ids.length)] ?? 0
  const one = STEPS[below(STEPS.length)] ?? STEPS[0]
  const id = 1 + below(Number(sources))
  try {
    const { entryId } = await asSystem(db, (tx) =>
      postAccount(tx, {
        holder: { accountId },
        ...one,
        // What is given back and given free again is what was taken.
        amount: 100 + (id % 7) * 100,
        source: { type: 'step', id },
        linkId: `S${id}`,
        title: '随机',
      }),
    )
    process.stdout.write(`${entryId}\n`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

await Promise.all(
  Array.from({ length: HANDS }, async () => {
    for (;;) await step()
  }),
)
