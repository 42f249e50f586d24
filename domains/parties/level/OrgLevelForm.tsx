import { ColorPicker } from 'antd'
import { useParams } from 'react-router'
import { type InputProps, isNone, textOf } from '#kit/web/fieldUi.ts'
import { DictsInput } from '#kit/web/form/DictsInput.tsx'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { orgLevelCalls } from './orgLevel.calls.ts'
import { orgLevel } from './orgLevel.entity.ts'
import { ScoreInput } from './score.tsx'

const GROUPS = [
  { title: '等级', fields: ['channelId', 'grade', 'levelName', 'icon', 'color', 'status'] },
  { title: '条件', fields: ['minScore', 'minMonthAmount', 'keepMonths'] },
  { title: '权益', fields: ['discount', 'equities', 'remark'] },
]

function ColourInput({ id, value, onChange, disabled }: InputProps) {
  return (
    <ColorPicker
      value={isNone(value) ? null : textOf(value)}
      disabled={disabled ?? false}
      allowClear
      disabledAlpha
      showText={(colour) => (isNone(value) ? '未设置' : colour.toHexString())}
      onChange={(colour) => onChange(colour.cleared ? '' : colour.toHexString())}
      {...(id === undefined ? {} : { rootClassName: id })}
    />
  )
}

const EquitiesInput = (props: InputProps) => <DictsInput {...props} dict="sales_equity" />

const INPUTS = {
  minScore: { Input: ScoreInput },
  color: { Input: ColourInput },
  equities: { Input: EquitiesInput },
}

/** 新增, 编辑 组织等级. Catalog §6.5. */
export default function OrgLevelForm() {
  const { id } = useParams()
  return (
    <FormPage
      of={orgLevel}
      calls={orgLevelCalls}
      id={id === undefined ? null : Number(id)}
      groups={GROUPS}
      inputs={INPUTS}
      back="/company/storeLevel"
    />
  )
}
