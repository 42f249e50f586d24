import { Checkbox, Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import type { ListColumn, ListRow } from '#kit/web/list/columnsOf.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { Rows } from '#kit/web/list/Rows.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { permissionList } from './menu.calls.ts'

type CallRow = OutWireOf<typeof permissionList>[number] & ListRow

const UNSORTED = { sortBy: '', sortOrder: 'desc', set: () => undefined } as const
const FRESH_MS = 60_000
const KINDS = [
  { value: '', label: '读与写' },
  { value: 'read', label: '只读' },
  { value: 'write', label: '写入' },
]
/** What stands in place of a code where none is needed. */
const OPEN: Record<string, string> = { login: '登录即可', public: '公开' }

/** A code that is asked for but that no button hands out. */
const isLoose = (row: CallRow) => OPEN[row.permission] === undefined && row.buttons.length === 0

const column = (
  name: string,
  title: string,
  width: number,
  render: ListColumn<CallRow>['render'],
): ListColumn<CallRow> => ({ name, title, width, align: 'left', sortable: false, hidden: false, render })

const COLUMNS: ListColumn<CallRow>[] = [
  column('title', '接口', 150, (row) => row.title),
  column('room', '模块', 80, (row) => row.room),
  column('method', '方法', 70, (row) => row.method),
  column('path', '路径', 280, (row) => <span className="k-code acc-break">{row.path}</span>),
  column('isChange', '读写', 70, (row) =>
    row.isChange ? <StateTag label="写入" means="waits" /> : <StateTag label="只读" means="runs" />,
  ),
  column('permission', '权限标识', 260, (row) =>
    OPEN[row.permission] === undefined ? (
      <span className="k-code acc-break">{row.permission}</span>
    ) : (
      <StateTag label={OPEN[row.permission] ?? ''} />
    ),
  ),
  column('buttons', '所属按钮', 200, (row) =>
    isLoose(row) ? <StateTag label="未分配按钮" means="wrong" /> : row.buttons.join('、') || NONE,
  ),
  column('roles', '拥有角色', 180, (row) => row.roles.join('、') || NONE),
]

/** 接口权限: every call with its code, and what hands the code out. Platform §6.3. */
export function PermissionCalls() {
  const [words, setWords] = useState('')
  const [room, setRoom] = useState('')
  const [kind, setKind] = useState('')
  const [loose, setLoose] = useState(false)
  const { paging, state: pagerState, first: toFirst } = usePaging()
  const { data, error, refetch } = useCall(permissionList, {}, { quiet: true, fresh: FRESH_MS })
  const rows = useMemo<CallRow[]>(() => (data ?? []).map((row, index) => ({ ...row, id: index })), [data])
  const rooms = useMemo(() => [...new Set(rows.map((row) => row.room))], [rows])
  const found = useMemo(() => {
    const sought = words.trim().toLowerCase()
    return rows.filter(
      (row) =>
        (room === '' || row.room === room) &&
        (kind === '' || row.isChange === (kind === 'write')) &&
        (!loose || isLoose(row)) &&
        `${row.title} ${row.path} ${row.permission} ${row.buttons.join()} ${row.roles.join()}`
          .toLowerCase()
          .includes(sought),
    )
  }, [rows, words, room, kind, loose])
  if (data === undefined)
    return error === null ? (
      <Loading rows={10} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  const first = () => toFirst()
  const start = (paging.page - 1) * paging.limit
  return (
    <>
      <div className="acc-rules-bar">
        <Input
          allowClear
          value={words}
          aria-label="搜索接口"
          placeholder="搜索接口、路径、标识、按钮或角色"
          onChange={(event) => {
            setWords(event.target.value)
            first()
          }}
        />
        <Select
          value={room}
          aria-label="模块"
          style={{ width: 120 }}
          options={[{ value: '', label: '全部模块' }, ...rooms.map((one) => ({ value: one, label: one }))]}
          onChange={(chosen) => {
            setRoom(chosen)
            first()
          }}
        />
        <Select
          value={kind}
          aria-label="读写"
          style={{ width: 100 }}
          options={KINDS}
          onChange={(chosen) => {
            setKind(chosen)
            first()
          }}
        />
        <Checkbox
          checked={loose}
          onChange={(event) => {
            setLoose(event.target.checked)
            first()
          }}
        >
          只看未分配按钮的标识（{rows.filter(isLoose).length}）
        </Checkbox>
      </div>
      <Rows<CallRow>
        rows={found.slice(start, start + paging.limit)}
        columns={COLUMNS}
        acts={[]}
        waiting={false}
        state={UNSORTED}
        onChoose={() => undefined}
        empty={<Empty text={loose ? '所有权限标识都已分配给按钮' : '没有匹配的接口'} />}
      />
      {found.length > 0 && <Pager total={found.length} more={false} state={pagerState} />}
    </>
  )
}
