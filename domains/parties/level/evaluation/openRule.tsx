import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import LinesInput from '#kit/fields/lines/web.tsx'
import { type InputProps, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { ScoreInput } from '../score.tsx'
import { bandsText } from './bands.ts'
import { ruleCalls } from './evaluation.calls.ts'
import { evaluationRule } from './evaluation.entity.ts'
import { DIMENSIONS, MANUAL } from './evaluation.rules.ts'

const BandsDialog = lazy(() => import('./BandsDialog.tsx'))

function BandsInput({ value, onChange, row, invalid }: InputProps) {
  const dimension = DIMENSIONS.find((one) => one.value === row?.dimension)
  const words = bandsText(row?.dimension, value)
  const edit = async () => {
    const bands = await openDialog<readonly WireRow[] | null>((close) => (
      <Suspense fallback={null}>
        <BandsDialog title={`${dimension?.label ?? '指标'}分段`} value={value} onClose={close} />
      </Suspense>
    ))
    if (bands !== null) onChange(bands)
  }
  const none = dimension?.value === MANUAL ? '直接取人工评分' : '设置分段'
  return (
    <Button
      type="link"
      className="k-link"
      danger={invalid ?? false}
      style={{ whiteSpace: 'normal', textAlign: 'left', height: 'auto' }}
      onClick={() => void edit()}
    >
      {words === '' ? none : words}
    </Button>
  )
}

/** Σ of the weights as it stands. */
export function weightSum(rows: readonly WireRow[]): string {
  return (rows.reduce((sum, row) => sum + Math.round(Number(textOf(row.weight)) * 100), 0) / 100).toFixed(2)
}

const CELLS = { bands: BandsInput }

function RuleLinesInput(props: InputProps) {
  return (
    <LinesInput
      {...props}
      inputs={CELLS}
      addLabel="新增指标"
      totals={(rows) => {
        const sum = weightSum(rows)
        return <strong className={sum === '100.00' ? undefined : 'k-error'}>权重合计 {sum}%</strong>
      }}
    />
  )
}

const STARS = ['star5', 'star4', 'star3', 'star2'] as const

const FORM = {
  of: evaluationRule,
  calls: ruleCalls,
  width: 1000,
  groups: [
    { title: '版本', fields: ['channelId', 'effectiveMonth', 'remark'] },
    { title: '指标', fields: ['lines'] },
    {
      title: '星级分段',
      fields: STARS,
      note: '达到该得分即为该星级，否则 1 星',
    },
  ],
  inputs: {
    lines: { Input: RuleLinesInput },
    ...Object.fromEntries(STARS.map((name) => [name, { Input: ScoreInput }])),
  },
}

/** 新增版本, beginning with the lines of another one, or 编辑. */
export function openRule(id: number | null, from: WireRow = {}): Promise<number | null> {
  return openForm({ ...FORM, id, ...(id === null ? { initial: from } : {}) })
}
