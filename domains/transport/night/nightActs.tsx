import { type Act, act } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { toastSuccess, toastWarning } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { nightCalls as calls } from './night.calls.ts'
import { NIGHT } from './nightCount.entity.ts'

/** What the acts look at. */
export const NIGHT_READS = ['nightSn', 'status', 'openCount'] as const

interface Row {
  readonly id: number
  readonly nightSn: string
  readonly status: number
  readonly openCount: number | null
}

export const NIGHT_TOUCHES = ['/admin/wts', '/admin/wms']

/** What is done with a night count. Warehouse §5.6. */
export const NIGHT_ACTS: readonly Act<Row>[] = [
  act({
    label: '完成',
    permission: calls.finish,
    primary: true,
    closed: ({ status }: Row) =>
      status === NIGHT.done ? '已完成' : status === NIGHT.waits ? '清点后才能完成' : null,
    off: ({ status, openCount }: Row) =>
      status === NIGHT.differs && (openCount ?? 0) > 0 ? `还有${openCount}处差异未处理` : null,
    async run({ id }: Row) {
      const { openCount } = await change(calls.finish, { id }, { touches: NIGHT_TOUCHES })
      if (openCount === 0) toastSuccess('夜盘已完成')
      else toastWarning(`清点结束，有${openCount}处差异要处理`)
    },
  }),
  act({
    label: '打印',
    permission: calls.print,
    run: ({ id }: Row) => goTo(`/wts/nightCount/print/${id}`),
  }),
]
