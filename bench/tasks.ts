import type { Bench } from './run.ts'

interface TaskInfo {
  status: number
  message: string
  success: number
}

const RUNNING = [0, 1]

/** Waits for the end of a file task; milliseconds since `start`. */
export async function untilEnded(
  { base, token }: Bench,
  taskId: number,
  start: number,
): Promise<TaskInfo & { ms: number }> {
  for (;;) {
    const answer = await fetch(`${base}/api/file/task/info/${taskId}`, { headers: { 'x-token': token } })
    const { data } = await answer.json()
    if (!RUNNING.includes(data.status)) return { ...data, ms: performance.now() - start }
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}
