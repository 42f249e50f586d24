import { PassThrough } from 'node:stream'
import type { Storage } from '../storage.ts'

/** Where the files of tasks lie; the names are those the database and the download call know. */
export const taskFileKey = (name: string): string => `tasks/${name}`

/**
 * Stores what `write` writes to its target, as a whole or not at all; answers the number of bytes. When the storage
 * refuses, its reason is thrown, not the broken target that the writer meets because of it.
 */
export async function storeWritten(
  files: Storage,
  name: string,
  write: (target: PassThrough) => Promise<void>,
): Promise<number> {
  const target = new PassThrough()
  const stored = files.put(target, taskFileKey(name))
  stored.catch(() => undefined)
  try {
    await write(target)
  } catch (error) {
    target.destroy()
    const refusal = await stored.then(
      () => error,
      (reason: unknown) => reason,
    )
    throw isPrematureEnd(refusal) ? error : refusal
  }
  return stored
}

/** What a reader says when the writer was the one to give up. */
function isPrematureEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Removes the files of a task that has some. */
export async function removeTaskFiles(
  files: Storage,
  task: { sourceFile: string; resultFile: string; errorFile: string },
): Promise<void> {
  for (const name of [task.sourceFile, task.resultFile, task.errorFile])
    if (name !== '') await files.remove(taskFileKey(name))
}
