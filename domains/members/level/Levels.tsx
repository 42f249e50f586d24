import { Badge } from 'antd'
import { act, callAct } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { levelCalls } from './level.calls.ts'
import { type LevelType, systemUserLevel } from './level.entity.ts'

const READS = ['color', 'name', 'isShow', 'userNum', 'levelType'] as const
type Row = RowSeen<typeof levelCalls.page, typeof READS>

const CALLS = {
  list: levelCalls.page,
  save: levelCalls.save,
  update: levelCalls.update,
  remove: levelCalls.remove,
}
const EDIT = '/user/addVipLevel'
const SHOW: Readonly<Record<LevelType, readonly string[]>> = {
  1: ['name', 'grade', 'experience', 'discount', 'equityNum', 'userNum', 'userRate', 'isShow'],
  2: ['name', 'grade', 'discount', 'equityNum', 'userNum', 'userRate', 'isShow'],
  3: ['name', 'grade', 'discount', 'equityNum', 'userNum', 'userRate', 'isShow'],
}
const EMPTY: Readonly<Record<LevelType, string>> = {
  1: '还没有会员等级。从最低的等级开始，等级越高所需经验越高',
  2: '还没有付费等级。新增等级和套餐，用户购买后享受权益',
  3: '还没有客户等级。客户等级由员工手工或团购企业给予',
}
const FILTERED: Readonly<Record<LevelType, string>> = { 1: 'level', 2: 'paidLevel', 3: 'customerLevel' }
const COLUMNS = {
  name: { render: ({ color, name }: Row) => (color === '' ? name : <Badge color={color} text={name} />) },
  isShow: {
    render: ({ isShow }: Row) => (
      <StateTag label={isShow === 1 ? '显示' : '隐藏'} means={isShow === 1 ? 'done' : 'off'} />
    ),
  },
}
const TOUCHES = ['/admin/system/user/level']

const ACTIONS = [
  callAct(levelCalls.use, {
    label: '隐藏',
    when: ({ isShow }: Row) => isShow === 1,
    input: ({ id }: Row) => ({ id, isShow: 0 as const }),
    prompt: ({ name, userNum, levelType }: Row) =>
      `“${name}”有${userNum}名会员，${levelType === 1 ? '隐藏后将重新评定他们的等级' : '隐藏后不再给予新的会员'}，确定隐藏吗？`,
    touches: TOUCHES,
  }),
  callAct(levelCalls.use, {
    label: '显示',
    when: ({ isShow }: Row) => isShow === 0,
    input: ({ id }: Row) => ({ id, isShow: 1 as const }),
    touches: TOUCHES,
  }),
  act<Row>({
    label: '会员',
    permission: 'admin:user:list',
    run: ({ id, levelType }) => goTo(`/user/index?${FILTERED[levelType]}=${id}`),
  }),
]

/** The levels of a type. Members §3.1. */
export function Levels({ type }: { type: LevelType }) {
  const create = type === 2 ? '/user/addPayVipLevel' : `${EDIT}?levelType=${type}`
  return (
    <ListPage
      screen={`levels${type}`}
      reads={READS}
      of={systemUserLevel}
      calls={CALLS}
      fixed={{ levelType: String(type) }}
      show={SHOW[type]}
      columns={COLUMNS}
      dated=""
      pages={{ create, edit: ({ id }) => `${EDIT}/${id}` }}
      actions={ACTIONS}
      empty={EMPTY[type]}
    />
  )
}
