import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { confirm } from '#kit/web/confirm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { CallError, request } from '#kit/web/request.ts'
import { useUnkept } from '../config/unkept.ts'
import { ColourInput, EquitiesInput } from './LevelInputs.tsx'
import { levelCalls, levelForm } from './level.calls.ts'
import { systemUserLevel } from './level.entity.ts'

const PLANS = '套餐'
/** What plans give besides growth. */
const GIFTS = ['integral', 'coupon']
const GROUPS = [
  { title: '等级', fields: ['levelType', 'name', 'grade', 'icon', 'image', 'color', 'sort', 'isShow'] },
  {
    title: '升级条件',
    fields: ['experience', 'keepExperience', 'needNetAmount', 'needPayCount', 'needTaskId', 'allowFall'],
  },
  { title: PLANS, fields: ['agreementId', 'plans'] },
  { title: '权益', fields: ['discount', 'equities', 'content'] },
]

const { preview: _preview, ...SHAPE } = levelForm
const OF_GROWTH: ReadonlySet<string> = new Set([
  ...['experience', 'keepExperience', 'needNetAmount', 'needPayCount', 'needTaskId', 'allowFall'],
])
const OF_PLANS: ReadonlySet<string> = new Set(['agreementId', 'plans'])

const CALLS = { info: levelCalls.info, save: levelCalls.save, update: levelCalls.update }
const isGrowth = (values: WireRow): boolean => Number(values.levelType) === 1
const isPaid = (values: WireRow): boolean => Number(values.levelType) === 2

/** Fields that are not about levels of this type, and those that make no sense of a new one. */
function hidden(name: string, values: WireRow): boolean {
  if (name === 'allowFall') return !isGrowth(values) || values.id === undefined
  return (OF_GROWTH.has(name) && !isGrowth(values)) || (OF_PLANS.has(name) && !isPaid(values))
}

/** What a preview looks at; the rest says nothing about who moves. */
const LOOKED_AT: ReadonlySet<string> = new Set([
  ...['levelType', 'name', 'grade', 'icon', 'experience', 'keepExperience', 'needNetAmount'],
  ...['needPayCount', 'needTaskId', 'discount', 'isShow', 'allowFall'],
])

/** Tells who would rise or fall and what may be a slip; false: not now. Members §3.1 影响预估. */
async function agreed(id: number | null, values: WireRow): Promise<boolean> {
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => LOOKED_AT.has(name)))
  const asked = { ...given, preview: 1 as const }
  let effect: { up: number; down: number; warning: string }
  try {
    effect =
      id === null
        ? await request(levelCalls.save, asked, { quiet: true })
        : await request(levelCalls.update, { ...asked, id }, { quiet: true })
  } catch (error) {
    // The save itself is refused for the same, at its fields.
    if (error instanceof CallError) return true
    throw error
  }
  const { up, down, warning } = effect
  const falls = Number(values.allowFall) === 1 ? `${down}人将降级` : `${down}人达不到现有等级但保持不变`
  const parts = [
    ...(warning === '' ? [] : [warning]),
    ...(up + down > 0 ? [`影响预估：${up}人将升级，${falls}`] : []),
  ]
  return parts.length === 0 || confirm(`${parts.join('；')}。确定保存吗？`)
}

interface LevelFormOfProps {
  id: number | null
  levelType: number
}

export function LevelFormOf({ id, levelType }: LevelFormOfProps) {
  const note = useUnkept(GIFTS)
  const groups = useMemo(
    () => (note === undefined ? GROUPS : GROUPS.map((one) => (one.title === PLANS ? { ...one, note } : one))),
    [note],
  )
  return (
    <FormPage
      of={systemUserLevel}
      shape={SHAPE}
      calls={CALLS}
      id={id}
      groups={groups}
      hidden={hidden}
      initial={{ levelType }}
      inputs={{
        levelType: { disabled: id !== null || levelType === 2 },
        color: { Input: ColourInput },
        equities: { Input: EquitiesInput },
        experience: { required: isGrowth },
        agreementId: { required: isPaid },
        plans: { required: isPaid },
      }}
      before={(values) => agreed(id, values)}
      touches={['/admin/system/user/level']}
      back={`/user/grade?tab=${TAB_OF[levelType] ?? 'member'}`}
    />
  )
}

const TAB_OF: Readonly<Record<number, string>> = { 1: 'member', 2: 'pay', 3: 'customer' }

/** 新增, 编辑 of a level; which type a stored one is of it says itself. Members §3.1. */
export default function LevelForm() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const asked = Number(params.get('levelType'))
  return <LevelFormOf id={id === undefined ? null : Number(id)} levelType={asked === 3 ? 3 : 1} />
}
