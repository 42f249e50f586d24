import { load } from './load.ts'
import { startProgram, untilReady } from './processes.ts'

const PORT = 18_401

/** Runs a measurement while the yardstick (yardstick.ts) stands beside it on the same database; `plain` is its address. */
export async function besideYardstick<T>(
  databaseUrl: string,
  measure: (plain: string) => Promise<T>,
): Promise<T> {
  const yardstick = startProgram('bench/yardstick.ts', {
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_PORT: String(PORT),
  })
  try {
    const plain = `http://127.0.0.1:${PORT}/`
    await untilReady(plain)
    await load(plain, {}, 2)
    return await measure(plain)
  } finally {
    await yardstick.stop()
  }
}
