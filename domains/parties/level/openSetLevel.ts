import { refs } from '#kit/fields/shared.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { orgLevelCalls } from './orgLevel.calls.ts'
import { orgLevelLog, setLevelShape } from './orgLevel.entity.ts'

const SHAPE = { ids: refs('单位', 'company', { required: true }), ...setLevelShape }

/** 调整单位等级: level or star of companies by hand, with a reason. Catalog §6.1, §6.5. */
export function openSetLevel(ids = ''): Promise<number | null> {
  return openForm({
    of: orgLevelLog,
    shape: SHAPE,
    calls: { save: orgLevelCalls.set },
    id: null,
    title: '调整单位等级',
    width: 560,
    initial: { ids },
    inputs: {
      orgLevelId: { help: '留空则等级不变' },
      star: { help: '留空则星级不变' },
    },
    success: '调整成功',
    touches: ['/admin/system/org'],
  })
}
