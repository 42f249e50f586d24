import { z } from 'zod'
import { datetime, flag, json, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const hidden = { readOnly: true, list: false, port: false, form: false } as const

/** 定时导出: the filter of an export, made again by itself; the file comes into 我的下载 of who made it. Platform §10. */
export const exportPlan = entity(
  'exportPlan',
  '定时导出',
  {
    title: text('名称', { required: true, max: 50 }),
    bizType: text('任务类型', { max: 50, ...hidden }),
    params: json('筛选条件', z.record(z.string(), z.unknown()), { ...hidden, initial: {} }),
    /** six fields, seconds first */
    cron: text('执行时间', { required: true, max: 60 }),
    status: flag('状态', { initial: 1, texts: ['启用', '暂停'] }),
    nextTime: datetime('下次执行', { readOnly: true }),
    lastTime: datetime('上次执行', { readOnly: true }),
    lastMessage: text('上次结果', { readOnly: true, max: 200 }),
  },
  { title: 'title' },
)
