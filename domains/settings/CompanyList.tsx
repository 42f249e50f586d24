import { Input } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { ariaOf, type InputProps, placeholderOf, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { expressCalls as calls } from './express.calls.ts'
import { express, isNeeded, missingOf } from './express.entity.ts'

type Row = OutWireOf<typeof calls.list>['list'][number]

const SHOW = ['id', 'name', 'code', 'partnerId', 'elec', 'sort', 'isShow', 'status']
const COLUMNS = {
  name: { width: 220 },
  partnerId: { title: '月结' },
  isShow: {
    render: (row: Row) => (
      <StatusSwitch field={express.shape.isShow} name="isShow" row={row} call={calls.show} />
    ),
  },
}
const GROUPS = [
  { title: '公司', fields: ['name', 'code', 'phone', 'sort', 'isShow', 'status'] },
  {
    title: '打印电子面单',
    fields: ['partnerId', 'account', 'partnerKey', 'password', 'net', 'netName'],
  },
]
const NEEDING = ['account', 'password', 'netName'] as const

function PasswordInput(props: InputProps) {
  return (
    <Input.Password
      {...ariaOf(props)}
      id={props.id}
      value={textOf(props.value)}
      maxLength={props.field.max}
      autoComplete="new-password"
      placeholder={placeholderOf(props, '请输入')}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

const FORM = {
  groups: GROUPS,
  inputs: { password: { Input: PasswordInput } },
  width: 760,
  // What is not asked for is not shown; as long as the carrier is off it may be left blank.
  hidden: (name: string, values: WireRow) =>
    NEEDING.some((one) => one === name && !isNeeded(one, { ...values, status: 1 })),
  check: missingOf,
}
const IMPORTING = { bizType: 'express', title: '快递公司', permission: 'admin:express:import' }

/** 物流公司. Platform §8.3. */
export default function CompanyList() {
  return (
    <ListPage<Row>
      of={express}
      calls={calls}
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      importing={IMPORTING}
      dated=""
    />
  )
}
