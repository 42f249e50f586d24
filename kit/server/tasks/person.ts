import type { Db } from '../database.ts'
import type { Who } from '../who.ts'

type Load = (db: Db, adminId: number) => Promise<Who | null>

let load: Load = async () => {
  throw new Error('Nobody tells who a person is')
}

/** Registers how a person is found without a session: permissions and scope as of now; null when not enabled. */
export function declarePersonLoader(loader: Load): void {
  load = loader
}

export function loadPerson(db: Db, adminId: number): Promise<Who | null> {
  return load(db, adminId)
}
