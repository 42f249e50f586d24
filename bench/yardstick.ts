// The yardstick of architecture §9: plain Fastify answering one indexed 20-row SELECT over the same kind of pool.
import Fastify from 'fastify'
import { openPool } from '#kit/server/database.ts'

const url = process.env.BENCH_DATABASE_URL ?? ''
const port = Number(process.env.BENCH_PORT)
const pool = openPool(url)
const app = Fastify()
app.get('/', async () => {
  const { rows } = await pool.query('select * from "product" where "isDel" = 0 order by "id" desc limit 20')
  return { code: 200, message: '', data: rows }
})
await app.listen({ port, host: '127.0.0.1' })
process.send?.('ready')
process.once('disconnect', () => process.exit(0))
