// Loaded before everything else in the processes of a server that is started with it: a worker that is given a row
// called BREAKS uses up its memory, as a faulty file does, and one with a row called WAITS takes its time.
import pg from 'pg'

const BREAKS = '撑破内存'
const WAITS = '慢慢来'
const PAUSE_MS = 4000

if (process.env.TS_WORKER_NAME !== undefined) {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (...given) {
    const [config, values] = given
    const text = JSON.stringify([config?.values, values])
    // Neither the sheet's own record nor its preview is what is worked on.
    const isRow = /into "unit"|from "unit"/.test(typeof config === 'string' ? config : (config?.text ?? ''))
    if (isRow && text.includes(BREAKS)) fillMemory()
    if (isRow && text.includes(WAITS))
      return new Promise((resolve) => setTimeout(resolve, PAUSE_MS)).then(() => query.apply(this, given))
    return query.apply(this, given)
  }
}

function fillMemory() {
  const held = []
  for (let n = 0; ; n++) held.push(new Array(1_000_000).fill(n))
}
