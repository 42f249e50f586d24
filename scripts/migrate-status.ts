// npm run migrate:status: which migrations have run and which wait.
import { migrationFolders } from '#app/house.ts'
import { migrationStatus } from '#kit/server/migrate.ts'
import { withHouse } from './house.ts'

await withHouse(async ({ db, rooms }) => {
  for (const { room, name, done } of await migrationStatus(db, migrationFolders(rooms)))
    console.log(`${done ? '已执行' : '待执行'}  ${room}/${name}`)
})
