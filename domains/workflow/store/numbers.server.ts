import type { Db } from '#kit/server/database.ts'
import { nextValues } from '#kit/server/number.ts'
import { dayKey } from '#kit/shared/time.ts'

const PREFIX = 'LC'
const BLOCK = 20

interface Block {
  day: string
  next: number
  end: number
}
const blocks = new WeakMap<Db, Promise<Block>>()

/**
 * The next number of an instance. They are taken in blocks and outside the transaction of whoever starts, so that
 * starts never wait for each other; gaps are allowed. Frame §3, doors §1.
 */
export async function nextInstanceNumber(pool: Db, now: Date): Promise<string> {
  const day = dayKey(now)
  for (;;) {
    const known = blocks.get(pool)
    const block = await known
    if (block !== undefined && block.day === day && block.next < block.end)
      return `${PREFIX}${day}${String(block.next++).padStart(6, '0')}`
    // Whoever comes first fetches for all that wait.
    if (blocks.get(pool) === known) blocks.set(pool, fetchBlock(pool, day))
  }
}

async function fetchBlock(pool: Db, day: string): Promise<Block> {
  try {
    const first = await nextValues(pool, `${PREFIX}${day}`, BLOCK)
    return { day, next: first, end: first + BLOCK }
  } catch (error) {
    blocks.delete(pool)
    throw error
  }
}
