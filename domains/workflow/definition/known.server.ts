import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Known } from '../model/types.ts'
import { engineOptions } from '../workflow.config.server.ts'
import { handlerChoices } from './handlers.ts'
import type { Reading, ReadingQuestion } from './reading.ts'
import { readText } from './text.ts'

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

/** A text read and judged in this product; `withXml` writes its xml too. 422 when it takes too long. Workflow §5.3. */
export async function readKnown(
  db: Db,
  text: string,
  more: Pick<ReadingQuestion, 'withXml' | 'renamed'> = {},
): Promise<Reading> {
  const deployed = await deployedNow(db)
  const known: Known = {
    handlers: handlerChoices(db),
    emptyActorPolicy: (await engineOptions(db)).emptyActorPolicy,
    deployed: new Map(deployed.map((one): [string, string[]] => [one.name, one.calls])),
  }
  return readText({ text, known, ...more })
}
