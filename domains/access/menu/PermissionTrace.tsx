import { Alert, AutoComplete, Button } from 'antd'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { ref } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { ListColumn, ListRow } from '#kit/web/list/columnsOf.tsx'
import { Rows } from '#kit/web/list/Rows.tsx'
import { useRefNames } from '#kit/web/refs.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastError } from '#kit/web/toast.ts'
import { useCall } from '#kit/web/useCall.ts'
import { DATA_SCOPES } from '../role/role.entity.ts'
import { permissionList, permissionTrace } from './menu.calls.ts'

type Path = OutWireOf<typeof permissionTrace>['paths'][number] & ListRow

const UNSORTED = { sortBy: '', sortOrder: 'desc', set: () => undefined } as const
const STAFF = ref('员工', 'admin')
const FRESH_MS = 60_000

const column = (
  name: string,
  title: string,
  width: number,
  render: ListColumn<Path>['render'],
): ListColumn<Path> => ({ name, title, width, align: 'left', sortable: false, hidden: false, render })

const COLUMNS: ListColumn<Path>[] = [
  column('roleName', '角色', 160, (row) => row.roleName),
  column('menuName', '菜单或按钮', 240, (row) => row.menuName),
  column(
    'dataScope',
    '数据范围',
    140,
    (row) => DATA_SCOPES.find((one) => one.value === row.dataScope)?.label ?? '',
  ),
]

interface Asked {
  adminId: number
  code: string
}

/** 权限追踪: whether a person holds a code, through which role and node, and over which data. Platform §6.3. */
export function PermissionTrace() {
  const uid = useId()
  const [adminId, setAdminId] = useState<number | null>(null)
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data: calls } = useCall(
    permissionList,
    {},
    { quiet: true, fresh: FRESH_MS, enabled: mayCall(permissionList) },
  )
  const codes = useMemo(() => {
    const titles = new Map<string, string>()
    for (const { permission, title } of calls ?? [])
      if (permission.includes(':')) titles.set(permission, title)
    return [...titles].map(([value, title]) => ({ value, label: `${value}　${title}` }))
  }, [calls])
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (adminId === null) toastError('请选择员工')
    else if (code.trim() === '') toastError('请输入权限标识')
    else setAsked({ adminId, code: code.trim() })
  }
  return (
    <>
      <form className="acc-trace" onSubmit={ask}>
        <div>
          <label htmlFor={`${uid}staff`}>员工</label>
          <FieldInput
            field={STAFF}
            id={`${uid}staff`}
            value={adminId}
            onChange={(id) => setAdminId(typeof id === 'number' ? id : null)}
          />
        </div>
        <div>
          <label htmlFor={`${uid}code`}>权限标识</label>
          <AutoComplete
            id={`${uid}code`}
            className="k-fill"
            value={code}
            options={codes}
            allowClear
            maxLength={200}
            placeholder="标识或接口名称"
            showSearch={{
              filterOption: (words, option) =>
                String(option?.label ?? '')
                  .toLowerCase()
                  .includes(words.trim().toLowerCase()),
            }}
            onChange={setCode}
          />
        </div>
        <Button type="primary" htmlType="submit">
          追踪
        </Button>
      </form>
      {asked === null ? (
        <Empty text="选择员工并输入权限标识，查看其是否拥有该权限、由哪个角色和菜单授予" />
      ) : (
        <Answer {...asked} />
      )}
    </>
  )
}

function Answer(asked: Asked) {
  const { data, error, refetch } = useCall(permissionTrace, asked, { quiet: true })
  const [person] = useRefNames('admin', [asked.adminId])
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading rows={4} />
  const who = person?.label ?? ''
  return (
    <>
      <Alert
        showIcon
        type={data.allowed ? 'success' : 'error'}
        title={data.allowed ? `${who} 拥有权限 ${asked.code}` : `${who} 没有权限 ${asked.code}`}
        description={data.reason === '' ? undefined : data.reason}
        style={{ marginBottom: 12 }}
      />
      {data.paths.length > 0 && (
        <Rows<Path>
          rows={data.paths.map((path, index) => ({ ...path, id: index }))}
          columns={COLUMNS}
          acts={[]}
          waiting={false}
          state={UNSORTED}
          onChoose={() => undefined}
          empty={<Empty />}
        />
      )}
    </>
  )
}
