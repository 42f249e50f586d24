import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterOwner, type Owner } from '../postgres/owner.ts'
import { readPostmaster } from '../postgres/postmaster.ts'
import { isAlive } from '../postgres/process.ts'
import { startPostgres } from '../postgres/supervisor.ts'
import { BACKUP_BAD, BackupError } from './backupFile.ts'

const quiet = { info() {}, warn() {}, error() {} }

/** An empty directory inside the data directory; a server that an interrupted run left there is ended first. */
export async function scratchDir(dataDir: string, name: string): Promise<string> {
  const directory = join(dataDir, name)
  await endServer(directory)
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return directory
}

/** Whom files of a cluster in this data directory belong to. */
export const ownerIn = (dataDir: string): Owner | undefined => clusterOwner(join(dataDir, 'pg'))

/** Starts the database that lies in a directory, works with it and ends it. Throws BackupError when it does not start. */
export async function withDatabase<T>(
  directory: string,
  work: (url: string) => Promise<T>,
  failure = BACKUP_BAD,
): Promise<T> {
  // What does not start at once never will: it is a copy.
  const postgres = await startPostgres({ dataDir: directory, log: quiet, restarts: 0 }).catch((cause) => {
    throw new BackupError(failure, { cause })
  })
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** Ends the server that a killed process left running in a data directory. */
export async function endServer(dataDir: string): Promise<void> {
  const left = await readPostmaster(join(dataDir, 'pg'))
  if (left !== undefined && isAlive(left.pid)) await (await startPostgres({ dataDir, log: quiet })).stop()
}
