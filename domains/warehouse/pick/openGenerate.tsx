import { today } from '#kit/shared/time.ts'
import { confirm } from '#kit/web/confirm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { pickCalls as calls } from './pick.calls.ts'
import { pickList } from './pickList.entity.ts'

const { taskIds: _chosen, ...SHAPE } = calls.generate.shape
const GROUPS = [
  { title: '任务', fields: ['warehouseId', 'planDate', 'channelIds', 'logisticsModes', 'priority'] },
  { title: '方式', fields: ['pickType', 'maxTasks', 'onlyComplete'] },
]
const OF_CHOSEN = [{ fields: ['pickType', 'onlyComplete'] }]

const seenAs = (values: WireRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
    ),
  )

/** What is short of goods before anything is bound, in a few words. */
async function isWanted(values: WireRow): Promise<boolean> {
  const seen = await request(calls.preview, seenAs(values))
  const { taskCount, lineCount, totalQty, boxes, shortages } = seen
  if (taskCount === 0) return confirm('没有符合条件的待拣任务，仍要生成吗？')
  const what = `${taskCount}个任务，${lineCount}行，${totalQty}件（${boxes}整箱）`
  const missing = shortages.slice(0, 5).map((one) => `${one.name} 需要${one.need}，可用${one.free}`)
  const more = shortages.length > 5 ? `等${shortages.length}种商品` : ''
  const short = shortages.length === 0 ? '库存充足' : `库存不足：${missing.join('；')}${more}`
  return confirm(`将生成拣货单：${what}。${short}。确定生成吗？`)
}

/** 生成拣货单: what is meant, what it comes to, and what came of it. Warehouse §5.2. */
export function openGenerate(taskIds: readonly number[], warehouseId: number | null): Promise<number | null> {
  const isChosen = taskIds.length > 0
  return openForm({
    of: pickList,
    calls: { save: calls.generate },
    id: null,
    title: isChosen ? `生成拣货单（已选${taskIds.length}个任务）` : '生成拣货单',
    width: 640,
    shape: SHAPE,
    groups: isChosen ? OF_CHOSEN : GROUPS,
    initial: isChosen ? { warehouseId } : { planDate: today() },
    complete: (input) => ({
      ...input,
      ...(isChosen ? { warehouseId, planDate: null } : {}),
      taskIds: taskIds.join(','),
    }),
    before: (values) =>
      isWanted({ ...values, ...(isChosen ? { warehouseId, taskIds: taskIds.join(',') } : {}) }),
    said: () => true,
    told: (answer) => toastSuccess(resultText(answer)),
    touches: ['/admin/wts'],
  })
}

function resultText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return '已生成'
  const of = (name: string): number => Number(Reflect.get(answer, name) ?? 0)
  const short = of('shortCount') > 0 ? `，${of('shortCount')}个任务缺货` : ''
  return `已生成${of('listCount')}张拣货单，${of('taskCount')}个任务${short}`
}
