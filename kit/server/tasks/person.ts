import type { Db } from '../database.ts'
import { type Registration, singlePoint } from '../points.ts'
import type { Who } from '../who.ts'

type Load = (db: Db, adminId: number) => Promise<Who | null>

const loaders = singlePoint<Load>('Person loader')

/** Registers how a person is found without a session: permissions and scope as of now; null when not enabled. */
export const declarePersonLoader = (load: Load): Registration => loaders.as(load)

/** A person as of now; null when not enabled. Throws while no room knows any. */
export async function loadPerson(db: Db, adminId: number): Promise<Who | null> {
  const load = loaders.of(db)
  if (load === undefined) throw new Error('Nobody tells who a person is')
  return load(db, adminId)
}
