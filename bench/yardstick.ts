// The yardstick of architecture §9: plain Fastify answering one indexed 20-row SELECT of a narrow table of its own, over
// the same kind of pool. It takes no column of the product, so that a product that reads less is seen to be faster.
import Fastify from 'fastify'
import { openPool } from '#kit/server/database.ts'

const url = process.env.BENCH_DATABASE_URL ?? ''
const port = Number(process.env.BENCH_PORT)
const pool = openPool(url)
await pool.query(`create table if not exists "benchYardstick" (
  "id" int primary key generated always as identity, "code" text not null, "name" text not null,
  "status" int not null, "price" bigint not null, "stock" int not null, "updated" timestamptz not null)`)
await pool.query(`insert into "benchYardstick" ("code", "name", "status", "price", "stock", "updated")
  select 'C' || lpad(n::text, 9, '0'), '有机纯棉加厚外套家庭装第' || n || '款', n % 3, n * 100, n % 1000, now()
  from generate_series(1, 100000) n where not exists (select 1 from "benchYardstick")`)
// What the product's tables get before they are measured.
await pool.query('vacuum (analyze) "benchYardstick"')
const app = Fastify()
app.get('/', async () => {
  const { rows } = await pool.query(
    'select * from "benchYardstick" where "status" = 1 order by "id" desc limit 20',
  )
  return { code: 200, message: '', data: rows }
})
await app.listen({ port, host: '127.0.0.1' })
process.send?.('ready')
process.once('disconnect', () => process.exit(0))
