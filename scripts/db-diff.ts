// npm run db:diff: the statements the database lacks for the entities; none and exit code 0 when it has them all.
import { rooms } from '#app/domains.ts'
import { dbDiff } from '#kit/server/dbDiff.ts'
import { withHouse } from './house.ts'

await withHouse(async ({ db }) => {
  const statements = await dbDiff(
    db,
    rooms.flatMap((room) => room.facts.entities),
  )
  for (const statement of statements) console.log(statement)
  if (statements.length > 0) process.exitCode = 1
})
