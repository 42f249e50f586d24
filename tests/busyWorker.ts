// A worker that never comes to itself again: says that it runs, and calculates for ever.
import { watchServer } from '#app/watchServer.ts'

watchServer(process.ppid)
process.stdout.write(`${process.pid}\n`, () => {
  for (;;);
})
