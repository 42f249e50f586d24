import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** bytes; a run keeps less than a quarter of it at a time */
const ENOUGH = 4 * 1024 ** 3

/**
 * The folder for what a test run writes and throws away (architecture §6): in memory where this machine has plenty of it,
 * because each test database is three thousand files, which some disks take a second to make. TMPDIR names another.
 */
export async function runDir(): Promise<string> {
  if (process.env.TMPDIR !== undefined || process.availableMemory() < 2 * ENOUGH) return tmpdir()
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free < ENOUGH ? tmpdir() : MEMORY
}
