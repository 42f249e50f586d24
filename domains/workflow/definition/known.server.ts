import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Known, Problem, Process } from '../model/types.ts'
import { calledProcesses, validate } from '../model/validate.ts'
import { engineOptions } from '../workflow.config.server.ts'
import { handlerChoices } from './handlers.ts'
import type { Reading } from './text.ts'

/** The newest enabled version of every name, or of one. */
export async function deployedNow(
  db: Db,
): Promise<{ id: number; name: string; revision: number; displayName: string; calls: string[] }[]> {
  const { rows } = await sql<{
    id: number
    name: string
    revision: number
    displayName: string
    calls: string[]
  }>`select distinct on ("name") "id", "name", "revision", "displayName", "calls"
    from "processDefinition" where "enabled" = 1 order by "name", "revision" desc`.execute(db)
  return rows
}

/** What the validator has to know of the product; a process is judged with the calls it would then have. */
async function knownFor(db: Db, process: Process): Promise<Known> {
  const calls = calledProcesses(process)
  // Nothing is called: what is deployed does not matter.
  const deployed = calls.length === 0 ? [] : await deployedNow(db)
  return {
    handlers: handlerChoices(),
    emptyActorPolicy: (await engineOptions(db)).emptyActorPolicy,
    deployed: new Map([
      ...deployed.map((one): [string, string[]] => [one.name, one.calls]),
      [process.name, calls],
    ]),
  }
}

/** All that is wrong with a text that was read, in this product. Workflow §5.3. */
export async function problemsOf(db: Db, { process, problems }: Reading): Promise<Problem[]> {
  if (process === null) return problems
  return validate(process, await knownFor(db, process))
}
