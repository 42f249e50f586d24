import type { Db } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { answerPage, type ListOptions } from '#kit/server/list.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import { ofNamedUser } from '../user/userSearch.server.ts'
import { levelCalls as calls } from './level.calls.ts'
import { equityUse, userExperienceRecord, userLevel } from './level.entity.ts'
import { ofOneUser, ofSeenUsers } from './seen.server.ts'
import { readStanding } from './standing.server.ts'

async function logOptions(who: Who, db: Db): Promise<ListOptions> {
  return {
    where: await ofSeenUsers(db, who, userLevel.name),
    alsoFound: (word) => ofNamedUser(db, userLevel.name, word),
    reads: ['user'],
  }
}

export const logExport = exportEntity(userLevel, calls.exportLog, {
  list: (who, _input, db) => logOptions(who, db),
  joined: calls.log.answer.shape ?? {},
})

/** What is kept of growth, levels and benefits, for those who may see the user. Members §3.1, §3.7. */
export const recordServed: readonly Served[] = [
  read(calls.log, async (db, who, input) =>
    answerPage(db, who, userLevel, calls.log.answer, input, await logOptions(who, db)),
  ),
  change(calls.exportLog, (tx, who, input) => startTask(tx, who, logExport, input)),
  read(calls.userInfo, (db, who, { uid }) => readStanding(db, who, uid)),
  read(calls.experience, async (db, who, { uid, ...input }) =>
    answerPage(db, who, userExperienceRecord, calls.experience.answer, input, {
      where: await ofOneUser(db, who, userExperienceRecord.name, uid),
    }),
  ),
  read(calls.equityUses, async (db, who, { uid, ...input }) =>
    answerPage(db, who, equityUse, calls.equityUses.answer, input, {
      where: await ofOneUser(db, who, equityUse.name, uid),
    }),
  ),
]
