import { Tabs } from 'antd'
import { useCallback, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { confirm } from '#kit/web/confirm.tsx'
import { LEAVE } from '#kit/web/form/useForm.ts'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { categoryCalls } from '../category.calls.ts'
import { ConfigForm } from './ConfigForm.tsx'

/** Categories of this type are the tabs; `extra` of those below holds the id of the form. */
const TABS_TYPE = 6

/** 系统设置: the forms of the configuration under their kinds. Platform §7.1. */
export default function Setting() {
  const [params, setParams] = useSearchParams()
  const dirty = useRef(false)
  const onDirty = useCallback((is: boolean) => {
    dirty.current = is
  }, [])
  const { data, error, refetch } = useCall(
    categoryCalls.tree,
    { type: TABS_TYPE, status: '1' },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const kinds = data.filter((kind) => kind.child.length > 0)
  const wanted = params.get('formId')
  const kind = kinds.find(({ child }) => child.some(({ extra }) => extra === wanted)) ?? kinds[0]
  const tab = kind?.child.find(({ extra }) => extra === wanted) ?? kind?.child[0]
  if (kind === undefined || tab === undefined) return <Empty text="还没有可设置的表单" />
  const open = async (formId: string | undefined) => {
    if (formId === undefined || (dirty.current && !(await confirm(LEAVE)))) return
    dirty.current = false
    setParams({ formId }, { replace: true })
  }
  return (
    <div className="k-page">
      <Tabs
        activeKey={String(kind.id)}
        items={kinds.map(({ id, name }) => ({ key: String(id), label: name }))}
        onChange={(key) => void open(kinds.find(({ id }) => String(id) === key)?.child[0]?.extra)}
      />
      <CountTabs
        label="设置"
        active={tab.extra}
        items={kind.child.map(({ extra, name }) => ({ key: extra, label: name }))}
        onChange={(key) => void open(key)}
      />
      <ConfigForm key={tab.extra} formId={Number(tab.extra)} onDirty={onDirty} />
    </div>
  )
}
