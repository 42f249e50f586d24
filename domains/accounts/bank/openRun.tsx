import { formatDate } from '#kit/shared/time.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { toastSuccess } from '#kit/web/toast.ts'
import { icbcLogCalls as calls } from './icbcLog.calls.ts'
import { icbcLog } from './icbcLog.entity.ts'

const SHAPE = calls.run.shape

/** 立即对账: compares a day now and says what came of it. */
export function openRun(): Promise<number | null> {
  return openForm({
    of: icbcLog,
    calls: { save: calls.run },
    id: null,
    title: '立即对账',
    width: 420,
    shape: SHAPE,
    groups: [{ fields: ['bizDate'] }],
    initial: { bizDate: formatDate(Date.now() / 1000 - 86_400) },
    inputs: { bizDate: { help: '可以重复对账，已处理的差异不受影响' } },
    said: () => true,
    told: (answer) => toastSuccess(resultText(answer)),
    touches: ['/admin/cust/vacct', '/admin/icbc/vacct/log'],
  })
}

function resultText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return '对账完成'
  const accounts = Number(Reflect.get(answer, 'accounts'))
  const different = Number(Reflect.get(answer, 'different'))
  if (accounts === 0) return '该日没有需要核对的虚拟账户'
  return different === 0
    ? `已核对${accounts}个虚拟账户，没有差异`
    : `已核对${accounts}个虚拟账户，${different}个有差异`
}
