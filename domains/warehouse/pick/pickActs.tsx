import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { pickCalls as calls } from './pick.calls.ts'
import { LIST } from './pickList.entity.ts'

/** What the acts look at. */
export const PICK_READS = ['pickSn', 'status', 'pickerId', 'lineCount', 'doneCount'] as const

interface Row {
  readonly id: number
  readonly pickSn: string
  readonly status: number
  readonly pickerId: number | null
  readonly lineCount: number
  readonly doneCount: number
}

export const PICK_TOUCHES = ['/admin/wts', '/admin/wms']
const isOver = ({ status }: Row): string | null =>
  status === LIST.open || status === LIST.picking ? null : '拣货单已结束'

/** What is done with a pick list as a whole. Warehouse §5.2. */
export const PICK_ACTS: readonly Act<Row>[] = [
  callAct(calls.claim, {
    label: '领取',
    primary: true,
    closed: ({ status, pickerId }: Row) =>
      status === LIST.open && pickerId === null ? null : status === LIST.open ? null : '拣货单已被领取',
    input: ({ id }: Row) => ({ id }),
    success: '已领取',
    touches: PICK_TOUCHES,
    done: ({ id }: Row) => goTo(`/wts/pickList/info/${id}`),
  }),
  callAct(calls.finish, {
    label: '完成',
    closed: (row: Row) =>
      row.status !== LIST.picking
        ? '领取并拣货后才能完成'
        : row.doneCount < row.lineCount
          ? `还有${row.lineCount - row.doneCount}行未拣完`
          : null,
    input: ({ id }: Row) => ({ id }),
    success: '拣货已完成',
    touches: PICK_TOUCHES,
  }),
  act({
    label: '打印',
    permission: calls.print,
    run: ({ id }: Row) => goTo(`/wts/pickList/print/${id}`),
  }),
  callAct(calls.cancel, {
    label: '取消拣货单',
    danger: true,
    closed: isOver,
    prompt: ({ pickSn }: Row) => `取消 ${pickSn}？分配的库存释放，任务转回待拣货。已开始拣货的不能取消。`,
    input: ({ id }: Row) => ({ id }),
    success: '已取消',
    touches: PICK_TOUCHES,
  }),
]
