import type { Call } from '#kit/shared/call.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'

interface Reversible {
  readonly id: number
  readonly auditStatus: number
  readonly reversed: number
}

/** 冲销 of a posted document, once. Warehouse §3. */
export function reverseAct<R extends Reversible>(
  call: Call<unknown, { id?: number; reason?: string }>,
  says: (row: R) => string,
): Act<R> {
  return callAct(call, {
    label: '冲销',
    danger: true,
    closed: (row: R) =>
      row.reversed === 1 ? '已冲销' : row.auditStatus === 1 ? null : '未审核通过，不能冲销',
    reason: '冲销原因',
    prompt: says,
    input: ({ id }: R, reason: string) => ({ id, reason }),
    success: '已冲销',
    touches: ['/admin/wms'],
  })
}

/** The state of a reversed document, beside its audit state. */
export const REVERSED = { value: 1, label: '已冲销', means: 'off' } as const
