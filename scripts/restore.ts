// npm run restore -- --file x [--to time]: brings a backup back while the server is stopped. Platform §14.6.
import { sql } from 'kysely'
import { rooms } from '#app/domains.ts'
import { migrationFolders } from '#app/house.ts'
import { restoreBackup } from '#kit/server/backup/restore.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { migrate } from '#kit/server/migrate.ts'
import { lockDataDir } from '#kit/server/postgres/lock.ts'
import { parseSecretKey } from '#kit/server/secrets.ts'
import { readSettings } from '#kit/server/settings.ts'
import { parseMoment } from '#kit/shared/time.ts'
import { optionsOf, runCommand } from './house.ts'

const USAGE = 'npm run restore -- --file 备份文件 [--to "yyyy-MM-dd HH:mm:ss"]'

/** An older backup gets the schema of this program, and nobody stays signed in from that time. */
async function prepare(url: string): Promise<void> {
  const pool = openPool(url, 2)
  try {
    const db = openDatabase(pool)
    await migrate(db, migrationFolders(rooms))
    await sql`update "adminSession" set "endTime" = now(), "endReason" = 'kicked' where "endTime" is null`.execute(
      db,
    )
  } finally {
    await pool.end()
  }
}

await runCommand(async () => {
  const { file, to } = optionsOf(USAGE, 'file', 'to')
  const time = to === undefined ? undefined : parseMoment(to)
  if (file === undefined || time === null) throw new Error(`用法：${USAGE}`)
  const { dataDir, backupDir, secretKey } = readSettings(process.env)
  const lock = await lockDataDir(dataDir)
  try {
    const { manifest, aside, missing } = await restoreBackup({
      file,
      dataDir,
      backupDir,
      key: parseSecretKey(secretKey ?? '') ?? null,
      prepare,
      ...(time === undefined ? {} : { time }),
    })
    console.log(`已恢复 ${manifest.time} 的备份（程序版本 ${manifest.version}），所有会话已结束`)
    console.log(`原有数据已移到 ${aside}，确认无误后可删除`)
    for (const path of missing) console.warn(`文件没有副本：${path}`)
  } finally {
    await lock.release()
  }
})
