import { UserAddOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { Acts, act } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { type ListRow, listColumns } from '#kit/web/list/columnsOf.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { Rows } from '#kit/web/list/Rows.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { adminPicker } from '../admin/admin.calls.ts'
import { pickStaff } from '../admin/pickStaff.tsx'
import { roleMembers } from './role.calls.ts'

type Member = OutWireOf<typeof adminPicker>['list'][number]

/** What a change makes old besides the answers about roles. */
const STAFF = '/admin/system/admin'
const UNSORTED = { sortBy: '', sortOrder: 'desc', set: () => undefined } as const
const COLUMNS = listColumns<Member & ListRow>(
  adminPicker.answer.shape ?? {},
  { realName: { width: 100 }, account: { width: 120 }, phone: { width: 120 }, deptName: { width: 120 } },
  ['realName', 'account', 'phone', 'deptName'],
)

interface Role {
  id: number
  roleName: string
}

/** 成员: who has a role, with adding and taking away. Platform §6.2. */
export function RoleMembers({ role }: { role: Role }) {
  const [keywords, setKeywords] = useState('')
  const { paging, state: pagerState, first: toFirst } = usePaging()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Member>>(new Map())
  const asked = { roles: String(role.id), keywords, ...paging }
  const { data, error, isPlaceholderData, refetch } = useCall(adminPicker, asked, { keep: true, quiet: true })
  const alter = async (input: { add?: string; remove?: string }) => {
    await change(roleMembers, { id: role.id, ...input }, { success: '操作成功', touches: [STAFF] })
    setChosen(new Map())
  }
  const remove = async (rows: readonly Member[]) => {
    const who = rows.length === 1 ? `“${rows[0]?.realName}”` : `${rows.length}名员工`
    if (await confirm(`确定将${who}移出角色“${role.roleName}”吗？`, { danger: true }))
      await alter({ remove: rows.map((row) => row.id).join(',') })
  }
  const add = async () => {
    const rows = await pickStaff({ multiple: true })
    if (rows !== null) await alter({ add: rows.map((row) => row.id).join(',') })
  }
  const top = [
    act({ label: '新增成员', icon: <UserAddOutlined />, primary: true, permission: roleMembers, run: add }),
    act({
      label: `批量移出${chosen.size > 0 ? `（${chosen.size}）` : ''}`,
      permission: roleMembers,
      danger: true,
      when: () => chosen.size > 0,
      run: () => remove([...chosen.values()]),
    }),
  ]
  return (
    <>
      <div className="k-list-bar">
        <Acts acts={top} target={undefined} />
        <Input.Search
          allowClear
          style={{ maxWidth: 240 }}
          aria-label="关键字"
          placeholder="账号、姓名、手机号"
          onSearch={(words) => {
            setKeywords(words.trim())
            toFirst()
          }}
        />
      </div>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Rows<Member>
            rows={data.list}
            columns={COLUMNS}
            acts={[
              act({
                label: '移出',
                danger: true,
                permission: roleMembers,
                run: (row) => remove([row]),
              }),
            ]}
            waiting={isPlaceholderData}
            state={UNSORTED}
            chosen={chosen}
            onChoose={setChosen}
            empty={<Empty text={keywords === '' ? '该角色还没有成员' : '没有匹配的成员'} />}
          />
          {data.total > paging.limit && (
            <Pager total={data.total} more={data.more ?? false} state={pagerState} />
          )}
        </>
      )}
    </>
  )
}
