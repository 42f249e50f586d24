import { Select } from 'antd'
import { choice, flag, int, ref, text } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { entity } from '#kit/shared/entity.ts'
import { ariaOf, type InputProps, isNone, type WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { mayCall } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { levelCalls } from '../level/level.calls.ts'
import { LEVEL_TYPES } from '../level/level.entity.ts'
import { userCalls } from './user.calls.ts'

const levelForm = entity(
  'userToLevel',
  '等级',
  {
    levelType: choice('等级类型', LEVEL_TYPES, { initial: 1, required: true }),
    levelId: ref('等级', 'systemUserLevel', { help: '留空则没有该类型的等级' }),
    isSub: flag('扣除经验', {
      initial: 0,
      help: '降级时把成长值扣到新等级所需的数值；不扣除则下次获得成长值时可能回升',
    }),
    days: int('会员天数', { initial: 0, max: 3650, help: '付费等级的有效天数' }),
    keepDays: int('保持天数', { initial: 0, max: 3650, help: '这么多天内不会降级' }),
    reason: text('原因', { max: 100, required: true }),
  },
  { title: 'reason' },
)

const typeOf = ({ levelType }: WireRow) =>
  LEVEL_TYPES.find((one) => one.value === Number(levelType))?.value ?? 1

/** The shown levels of the type that was chosen. */
function OfType(props: InputProps) {
  const { value, onChange, id, disabled } = props
  const levelType = typeOf(useFormDraft())
  const { data, isPending } = useCall(levelCalls.list, { levelType, isShow: 1 }, { quiet: true })
  return (
    <Select<number>
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      className="k-fill"
      allowClear
      value={isNone(value) ? null : Number(value)}
      loading={isPending}
      disabled={disabled ?? false}
      options={(data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      placeholder="请选择"
      onChange={(next) => onChange(next ?? null)}
    />
  )
}

/** Who may not read the levels chooses among all of their names. */
const LevelInput = (props: InputProps) =>
  mayCall(levelCalls.list) ? <OfType {...props} /> : <FieldInput {...props} />

const INPUTS = { levelId: { Input: LevelInput } }

/** Days are of paid levels, growth and its keeping of member levels. */
function hidden(name: string, values: WireRow): boolean {
  const type = typeOf(values)
  if (name === 'days') return type !== 2
  return (name === 'isSub' || name === 'keepDays') && type !== 1
}

/** A level of one type does not stand for another. */
const derive = (name: string): WireRow | undefined => (name === 'levelType' ? { levelId: null } : undefined)

/** 修改用户等级, with its reason. Members §2.6. */
export function openLevel(uid: number, nickname: string, level: number | null): Promise<number | null> {
  return openForm({
    of: levelForm,
    calls: { save: userCalls.level },
    id: null,
    title: `修改用户等级（${nickname}）`,
    success: '修改成功',
    initial: { levelId: level },
    inputs: INPUTS,
    hidden,
    derive,
    groups: [
      {
        note: '请勿频繁更改，以免计算产生混乱！',
        fields: ['levelType', 'levelId', 'isSub', 'days', 'keepDays', 'reason'],
      },
    ],
    complete: ({ levelId, ...input }) => ({ ...input, uid, levelId: levelId || 0 }),
    touches: ['/admin/user', '/admin/system/user/level'],
  })
}
