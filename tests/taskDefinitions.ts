import { sql } from 'kysely'
import { choice, date, int, money, text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import {
  declareFileTask,
  type ImportDefinition,
  type ImportRow,
  type RowError,
} from '#kit/server/fileTask.ts'
import type { Registration } from '#kit/server/points.ts'
import { declarePersonLoader } from '#kit/server/tasks/person.ts'
import { theSystem } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'

/** The table the imports of the tests write and their exports read. */
export const TABLE = `create table "thing" ("id" integer generated always as identity, "code" text not null unique,
  "qty" integer not null, "price" bigint, "day" date, "level" smallint)`

const LEVELS = [
  { value: 1, label: '普通' },
  { value: 2, label: '重要' },
] as const

const columns = [
  {
    name: 'code',
    title: '编码',
    aliases: ['Code', '物料号'],
    field: text('编码', { max: 20, required: true }),
    required: true,
    example: 'T-示例',
  },
  {
    name: 'qty',
    title: '数量',
    field: int('数量', { min: 1, required: true }),
    required: true,
    example: '1',
  },
  { name: 'price', title: '单价', field: money('单价') },
  { name: 'day', title: '日期', field: date('日期') },
  { name: 'level', title: '级别', field: choice('级别', LEVELS, { initial: 1 }), note: '不填为普通' },
] as const

async function check(_db: Db, rows: readonly ImportRow[]): Promise<RowError[]> {
  return rows
    .filter((row) => row.values.code === 'FORBIDDEN')
    .map((row) => ({ rowNo: row.rowNo, column: '编码', message: '编码不可使用' }))
}

async function write(tx: Tx, rows: readonly ImportRow[], slow: boolean): Promise<RowError[]> {
  for (const { values } of rows) {
    // Found only while writing, and then the whole batch must come undone.
    if (values.code === 'EXPLODES') throw refuse('编码已冻结')
    await sql`insert into "thing" ("code", "qty", "price", "day", "level") values (${values.code}, ${values.qty},
      ${values.price ?? null}, ${values.day ?? null}, ${values.level ?? null})`.execute(tx)
  }
  if (slow) await sql`select pg_sleep(0.1)`.execute(tx)
  return []
}

function importing(bizType: string, mode: 'rows' | 'whole', slow: boolean): ImportDefinition {
  return {
    kind: 'import',
    bizType,
    title: '物品导入',
    permission: 'thing:import',
    columns,
    mode,
    batchSize: 100,
    check: (db, _who, rows) => check(db, rows),
    write: (tx, _who, rows) => write(tx, rows, slow),
    notes: ['编码不能重复'],
    source: { permission: 'thing:export', ids: async () => [] },
    stored: async () => [],
  }
}

/** Imports thing (row by row), thingWhole, thingGroups; export thing. Person 9 is disabled, 8 may nothing. */
export const testTasks = ({ slow }: { slow: boolean }): Registration[] => [
  declareFileTask(importing('thing', 'rows', slow)),
  declareFileTask(importing('thingWhole', 'whole', slow)),
  declareFileTask({
    ...importing('thingGroups', 'rows', slow),
    batchSize: 2,
    groupBy: (row) => String(row.values.code).split('/')[0] ?? '',
  }),
  declareFileTask({
    kind: 'export',
    bizType: 'thing',
    title: '物品导出',
    permission: 'thing:export',
    columns: [
      { name: 'code', title: '编码', kind: 'text' },
      { name: 'price', title: '单价', kind: 'money' },
      { name: 'qty', title: '数量', kind: 'number', permission: 'thing:qty' },
    ],
    async count(_db, _who, params) {
      return Number(params.rows)
    },
    async *rows(db, _who, params) {
      const total = Number(params.rows)
      for (let start = 0; start < total; start += 500) {
        if (slow || params.slow) await sql`select pg_sleep(0.02)`.execute(db)
        yield Array.from({ length: Math.min(500, total - start) }, (_, index) => ({
          code: `=${start + index}`,
          price: (start + index) * 10 + 5,
          qty: start + index,
        }))
      }
    },
  }),
  declarePersonLoader(async (_db, adminId) => {
    if (adminId === 9) return null
    const permissions = new Set(adminId === 8 ? [] : ['thing:import', 'thing:export'])
    return { ...theSystem, all: adminId === 1, permissions, adminId, realName: `员工${adminId}` }
  }),
]
