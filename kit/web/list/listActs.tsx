import { ExportOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { exportForImport, exportRows } from './exportRows.tsx'
import { noFilters } from './Filters.tsx'
import type { Importing } from './importing.ts'
import type { PageProps } from './listProps.ts'
import { openImport } from './openImport.tsx'
import type { Opening } from './subject.tsx'
import type { ListState } from './useListState.ts'

export const EDIT = '编辑'

/** What 新增 opens: a page or a dialog; undefined: the screen has neither. */
function creating<R extends { readonly id: number }>(props: PageProps<R>): (() => unknown) | undefined {
  const { of, calls, form, pages, openForm: own } = props
  const page = pages?.create
  if (page !== undefined) return () => goTo(page)
  // The dialog is not waited for: the button is free again while it is open.
  if (own !== undefined) return () => void own(null)
  return form && (() => void openForm({ ...form, of, calls, id: null }))
}

/** What 编辑 opens. */
function editing<R extends { readonly id: number }>(props: PageProps<R>): ((row: R) => unknown) | undefined {
  const { of, calls, form, pages, openForm: own } = props
  const page = pages?.edit
  if (page !== undefined) return (row) => goTo(page(row))
  if (own !== undefined) return (row) => void own(row)
  return form && ((row) => void openForm({ ...form, of, calls, id: row.id }))
}

function editAct<R extends { readonly id: number }>(props: PageProps<R>): Act<R> | null {
  const { calls, noEdit } = props
  const edit = editing(props)
  if (calls.update === undefined || edit === undefined) return null
  return act({
    label: EDIT,
    permission: calls.update,
    ...(noEdit && { closed: noEdit }),
    run: edit,
  })
}

/** What the name of a row opens: its page, what the screen says, or else its form. Screens §2. */
export function openingOf<R extends { readonly id: number }>(props: PageProps<R>): Opening<R> | undefined {
  const { pages: { see, edit } = {}, open } = props
  if (see !== undefined) return { act: act({ label: '查看', run: (row) => goTo(see(row)) }), to: see }
  if (open !== undefined) return { act: open }
  const editing = editAct(props)
  return editing === null ? undefined : { act: editing, ...(edit !== undefined && { to: edit }) }
}

export function rowActs<R extends { readonly id: number }>(props: PageProps<R>): Act<R>[] {
  const { calls, actions = [], noDelete, deletePrompt, of } = props
  const edit = editAct(props)
  const acts: Act<R>[] = [...(edit === null ? [] : [edit]), ...actions]
  if (calls.remove !== undefined)
    acts.push(
      callAct(calls.remove, {
        label: '删除',
        danger: true,
        prompt:
          deletePrompt ??
          ((row) => `确定删除${of.label}“${String(Reflect.get(row, of.facts.title) ?? row.id)}”吗？`),
        input: (row) => ({ id: String(row.id) }),
        success: '删除成功',
        ...(noDelete && { closed: noDelete }),
      }),
    )
  return acts
}

interface TopProps<R extends { readonly id: number }> extends PageProps<R> {
  state: ListState
  input: Record<string, unknown>
  /** the columns in view, for the export */
  names: readonly string[]
}

export function Top<R extends { readonly id: number }>(props: TopProps<R>) {
  const { calls, top = [], input, names } = props
  const { exportRows: exporting } = calls
  const phone = useIsPhone()
  const importing = importingOf(props)
  const create = createAct(props)
  const acts: Act<void>[] = [
    ...(create === null ? [] : [create]),
    ...top,
    ...(importing === undefined ? [] : [importAct(importing)]),
    ...(exporting === undefined
      ? []
      : [
          act({
            label: '导出',
            icon: <ExportOutlined />,
            permission: exporting,
            run: () =>
              exportRows(exporting, {
                ...input,
                page: undefined,
                limit: undefined,
                fields: undefined,
                columns: names.join(','),
              }),
          }),
        ]),
    ...(importing === undefined
      ? []
      : [
          act({
            label: '按导入模板导出',
            permission: exporting ?? importing.permission,
            run: () =>
              exportForImport(importing, { ...input, page: undefined, limit: undefined, fields: undefined }),
          }),
        ]),
  ]
  return <Acts acts={acts} target={undefined} max={phone ? 2 : 6} />
}

export function createAct<R extends { readonly id: number }>(props: PageProps<R>): Act<void> | null {
  const { calls } = props
  const create = creating(props)
  if (calls.save === undefined || create === undefined) return null
  return act({
    label: '新增',
    icon: <PlusOutlined />,
    primary: true,
    permission: calls.save,
    run: create,
  })
}

/** What 导入 reads; undefined: the screen offers none. */
function importingOf<R extends { readonly id: number }>(props: PageProps<R>): Importing | undefined {
  const { of, calls, importing } = props
  return importing === true
    ? { bizType: of.name, title: of.label, permission: calls.save?.permission ?? '' }
    : importing
}

const importAct = (importing: Importing): Act<void> =>
  act({
    label: '导入',
    icon: <ImportOutlined />,
    permission: importing.permission,
    run: () => void openImport(importing),
  })

export function Nothing<R extends { readonly id: number }>(props: PageProps<R> & { state: ListState }) {
  const { of, state } = props
  if (state.count > 0)
    return (
      <Empty text={`没有符合条件的${of.label}`}>
        <Button onClick={() => state.set({ filters: noFilters(state) })}>清除筛选</Button>
      </Empty>
    )
  const begin = createAct(props) ?? props.top?.find((one) => one.primary)
  const offered = begin?.may() === true
  const importing = importingOf(props)
  return (
    <Empty text={props.empty ?? `还没有${of.label}${offered ? `，点击${begin.label}开始` : ''}`}>
      <Space size={16}>
        {offered && <Acts acts={[begin]} target={undefined} />}
        {importing !== undefined && <Acts acts={[importAct(importing)]} target={undefined} link />}
      </Space>
    </Empty>
  )
}
