// npm run backup: makes and verifies a backup, whether the server runs or not.
import { backupNow } from '#domains/monitor/monitor.door.ts'
import { withHouse } from './house.ts'

await withHouse(async ({ db }) => {
  console.log(`备份完成：${await backupNow(db, 'manual')}`)
})
