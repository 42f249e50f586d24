import { type SqlBool, sql } from 'kysely'
import { declareDemo } from '#kit/server/demo.ts'
import { declareTodo, declareWatch, rowsWhere } from '#kit/server/home.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import type { Call } from '#kit/shared/call.ts'
import { deliveryCalls } from '../delivery/delivery.calls.ts'
import { deliveryServed } from '../delivery/delivery.server.ts'
import { productTableServed } from '../delivery/productTable.server.ts'
import { wtsDelivery } from '../delivery/wtsDelivery.entity.ts'
import { pickCalls, taskCalls } from '../pick/pick.calls.ts'
import { pickServed, taskServed } from '../pick/pick.server.ts'
import { pickList } from '../pick/pickList.entity.ts'
import { strategyServed, strategyUses, waveJob } from '../pick/strategy.server.ts'
import { documentUses } from '../place/uses.server.ts'
import { sortCalls } from '../sort/sort.calls.ts'
import { sortServed } from '../sort/sort.server.ts'
import { sortOrder } from '../sort/sortOrder.entity.ts'
import { fillShip } from './demo.server.ts'
import { shipTask, TASK } from './shipTask.entity.ts'
import { shortRetry } from './short.server.ts'

/** Tasks whose goods have not arrived and are still to be sent. */
const OPEN = sql<SqlBool>`"status" not in (6, 9)`
const WORKED = sql<SqlBool>`"status" in (0, 1)`
const CARRIED = sql<SqlBool>`"status" in (0, 1, 2, 3)`

const waiting = (name: string, label: string, status: number, { permission }: Pick<Call, 'permission'>) =>
  declareTodo(name, {
    ...{ label, to: `/wts/pickList?status=${status}`, permission },
    async count(db, who) {
      const isIn = sql<SqlBool>`"shipTask"."status" = ${sql.lit(status)}`
      const where = await conditionsOf(db, who, shipTask, {}, { where: [isIn] })
      const { rows } = await sql<{ n: number; oldest: Date | null }>`
        select count(*)::int as "n", min("createTime") as "oldest" from (
          select "createTime" from "shipTask" where ${sql.join(where, sql` and `)} limit 100) as "rows"`.execute(
        db,
      )
      return rows[0] ?? { n: 0, oldest: null }
    },
  })

const uses = (of: { name: string; label: string }, open: typeof OPEN) =>
  declareUse('warehouse', documentUses(of.name, of.label, ['warehouseId'], open))

/** The way of goods from an approved delivery note to the customer. Warehouse §5.2 to §5.4, §8. */
export const shipServer = joinServer(
  taskServed,
  pickServed,
  strategyServed,
  sortServed,
  deliveryServed,
  productTableServed,
  {
    served: [],
    jobs: [shortRetry, waveJob],
    registers: [
      declareRecord({ of: shipTask, read: taskCalls.info, page: '/wts/pickList/task/{id}' }),
      declareRecord({ of: pickList, read: pickCalls.info, page: '/wts/pickList/info/{id}' }),
      declareRecord({ of: sortOrder, read: sortCalls.info, page: '/wts/sortOrder/info/{id}' }),
      declareRecord({ of: wtsDelivery, read: deliveryCalls.info, page: '/wts/deliveryOrder/info/{id}' }),
      waiting('shipTask.waits', '待拣出库任务', TASK.waits, pickCalls.generate),
      waiting('shipTask.picked', '待复核出库任务', TASK.picked, deliveryCalls.check),
      declareWatch(
        'shipTask.short',
        rowsWhere(
          shipTask,
          {
            label: '缺货出库任务',
            to: `/wts/pickList?status=${TASK.short}`,
            permission: taskCalls.list.permission,
          },
          () => sql<SqlBool>`"shipTask"."status" = ${sql.lit(TASK.short)}`,
        ),
      ),
      declareDemo('documents', fillShip),
      uses(shipTask, OPEN),
      uses(pickList, WORKED),
      uses(sortOrder, WORKED),
      uses(wtsDelivery, CARRIED),
      ...strategyUses,
    ],
  },
)
