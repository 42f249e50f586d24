import type { Storage } from '../storage.ts'

/** Where the files of tasks lie; the names are those the database and the download call know. */
export const taskFileKey = (name: string): string => `tasks/${name}`

/** Removes the files of a task that has some. */
export async function removeTaskFiles(
  files: Storage,
  task: { sourceFile: string; resultFile: string; errorFile: string },
): Promise<void> {
  for (const name of [task.sourceFile, task.resultFile, task.errorFile])
    if (name !== '') await files.remove(taskFileKey(name))
}
