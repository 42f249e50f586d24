import { Button } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { storeStaff } from './storeStaff.entity.ts'
import { STAFF_FORM } from './stores.addresses.ts'
import { staffCalls } from './stores.calls.ts'

type Row = OutWireOf<typeof staffCalls.list>['list'][number]

const MOST = 200
const { roleType, status } = storeStaff.shape

/** The people of one store. */
export function StorePeople({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useCall(
    staffCalls.list,
    { storeId: String(storeId), limit: MOST },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const add = mayCall(staffCalls.save) && (
    <Button onClick={() => goTo(`${STAFF_FORM}?storeId=${storeId}`)}>新增店员</Button>
  )
  if (data.list.length === 0) return <Empty text="还没有店员">{add}</Empty>
  return (
    <>
      <div className="k-list-bar">{add}</div>
      <Table<Row>
        scroll={{ x: 640 }}
        columns={[
          { title: '店员名称', dataIndex: 'staffName' },
          { title: '账号', dataIndex: 'account', render: (text: string) => text || NONE },
          { title: '手机号码', dataIndex: 'phone', render: (text: string) => text || NONE },
          {
            title: '岗位',
            dataIndex: 'roleType',
            render: (value: number) => tagOf(roleType.choices, value),
          },
          { title: '本月核销数', dataIndex: 'verified', align: 'right' },
          { title: '状态', dataIndex: 'status', render: (value: number) => tagOf(status.choices, value) },
        ]}
        dataSource={data.list}
      />
    </>
  )
}

function tagOf(choices: typeof roleType.choices, value: number) {
  const found = choices?.find((one) => one.value === value)
  return found === undefined ? value : <StateTag label={found.label} means={found.means} />
}
