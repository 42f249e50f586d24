import { type Program, SERVER, startProgram, untilReady } from './processes.ts'
import { atMost, type Figure } from './report.ts'

/** From the start of the process to its first answer, with a database that exists. */
export async function coldStart(
  settings: Record<string, string>,
  base: string,
): Promise<{ server: Program; figures: Figure[] }> {
  const server = startProgram(SERVER, settings)
  const ms = await untilReady(`${base}/readyz`)
  return { server, figures: [atMost('cold start to the first answer', ms / 1000, 3, 's')] }
}
