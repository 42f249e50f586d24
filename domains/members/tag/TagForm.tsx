import { useParams } from 'react-router'
import { ColourInput } from '#kit/web/ColourInput.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { RuleInput } from '../rule/RuleInput.tsx'
import { draftRule } from '../rule/rule.rules.ts'
import { tagCalls } from './tag.calls.ts'
import { AUTOMATIC, MONTHLY, ONCE, REALTIME, userTag, WEEKLY } from './userTag.entity.ts'

const LIST = '/tag/userLabel'

const GROUPS = [
  { title: '标签', fields: ['name', 'tagGroupId', 'tagType', 'color', 'sort', 'status', 'mark'] },
  {
    title: '规则',
    note: '满足规则的用户自动打上标签；手工打上或移除的不受规则影响。',
    fields: ['conditions'],
  },
  { title: '更新', fields: ['runMode', 'runDay', 'runHour', 'removeMode', 'validDays'] },
]

const isAutomatic = (values: WireRow): boolean => Number(values.tagType) === AUTOMATIC

const INPUTS = {
  color: { Input: ColourInput },
  conditions: { Input: RuleInput, wide: true, required: isAutomatic },
  runMode: { help: '实时：有变化的用户5分钟内更新，每天3点全部核对一次；仅一次：保存后计算一次' },
  runDay: { help: '每周为星期一(1)到星期日(7)，每月为1到28日' },
}

const RULED = new Set(['conditions', 'runMode', 'removeMode'])

function hidden(name: string, values: WireRow): boolean {
  const mode = Number(values.runMode)
  if (RULED.has(name)) return !isAutomatic(values)
  if (name === 'runDay') return !isAutomatic(values) || (mode !== WEEKLY && mode !== MONTHLY)
  if (name === 'runHour') return !isAutomatic(values) || mode === ONCE || mode === REALTIME
  return false
}

function check(values: WireRow) {
  if (!isAutomatic(values)) return {}
  const isWeekly = Number(values.runMode) === WEEKLY && Number(values.runDay) > 7
  return {
    ...(draftRule(values.conditions) === null ? { conditions: '请至少添加一个条件' } : {}),
    ...(isWeekly ? { runDay: '每周的执行日应在1到7之间' } : {}),
  }
}

const START = { tagType: AUTOMATIC }

/** 新增用户标签, 编辑用户标签. Members §4.2, §4.5. */
export default function TagForm() {
  const { id } = useParams()
  return (
    <FormPage
      key={id}
      id={id === undefined ? null : Number(id)}
      of={userTag}
      calls={tagCalls}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={hidden}
      check={check}
      initial={START}
      back={LIST}
    />
  )
}
