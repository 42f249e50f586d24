import { z } from 'zod'
import { ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, listInput, paging, post, someIds } from '#kit/shared/call.ts'
import { permissionOf } from '#kit/shared/path.ts'
import { instance, instanceRow } from '../instance/instance.entity.ts'
import { comment } from '../task/said.ts'
import { incident, incidentRow } from './monitor.entity.ts'

const MONITOR = '/admin/workflow/monitor'

/** Whoever holds it looks after all processes: sees every instance, and gets the tasks nobody else is found for. */
export const ADMINISTRATE = permissionOf(`${MONITOR}/list`)

/** Durations are seconds. */
const durations = {
  count: z.number(),
  average: z.number(),
  p90: z.number(),
  longest: z.number(),
  overdue: z.number(),
}

/** For those who look after all processes. Workflow §4. */
export const monitorCalls = {
  list: get(`${MONITOR}/list`, {
    title: '流程监控列表',
    // adminId: those somebody has open tasks in.
    input: listInput(instance, { adminId: ref('当前处理人', 'admin') }),
    answer: listAnswer(instanceRow),
  }),
  transferMany: post(`${MONITOR}/transferMany`, {
    title: '批量转办',
    // Open tasks of fromId: of one process, or those named; all of them without either.
    input: {
      fromId: ref('转出人', 'admin', { required: true }),
      toId: ref('接收人', 'admin', { required: true }),
      processName: text('流程', { max: 100 }),
      taskIds: someIds('任务'),
      comment,
    },
    answer: answerOf(
      z.object({
        moved: z.number(),
        failed: z.array(z.object({ taskId: z.number(), title: z.string(), message: z.string() })),
      }),
    ),
  }),
  incidents: get(`${MONITOR}/incidents`, {
    title: '流程异常列表',
    input: listInput(incident),
    answer: listAnswer(incidentRow),
  }),
  retry: post(`${MONITOR}/incident/retry/:id`, { title: '重试流程异常', input: { id: idField() } }),
  statistics: get(`${MONITOR}/statistics`, {
    title: '流程效率统计',
    // Of tasks and instances that ended in the period.
    input: { processName: text('流程', { max: 100 }), dateLimit: paging.dateLimit },
    answer: answerOf(
      z.object({
        processes: z.array(
          z.object({
            processName: z.string(),
            processTitle: z.string(),
            ...durations,
            approved: z.number(),
            rejected: z.number(),
          }),
        ),
        nodes: z.array(
          z.object({
            processName: z.string(),
            processTitle: z.string(),
            node: z.string(),
            name: z.string(),
            ...durations,
          }),
        ),
      }),
    ),
  }),
}
