import { Tabs } from 'antd'
import { useCallback, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { confirm } from '#kit/web/confirm.tsx'
import { LEAVE } from '#kit/web/form/useForm.ts'
import { mayCall } from '#kit/web/session.ts'
import { expressCalls } from '../express.calls.ts'
import { ConfigForm } from '../setting/ConfigForm.tsx'
import { TraceSearch } from './TraceSearch.tsx'

const FORMS: Record<string, number> = { query: 128, label: 129 }

/** 物流查询与面单: who is asked about parcels, how waybills are printed, and a lookup by hand. Platform §8.3. */
export default function ExpressSetting() {
  const [params, setParams] = useSearchParams()
  const dirty = useRef(false)
  const onDirty = useCallback((is: boolean) => {
    dirty.current = is
  }, [])
  const items = [
    { key: 'query', label: '物流查询' },
    { key: 'label', label: '电子面单' },
    ...(mayCall(expressCalls.trace) ? [{ key: 'trace', label: '查询轨迹' }] : []),
  ]
  const active = items.find(({ key }) => key === params.get('tab'))?.key ?? 'query'
  const formId = FORMS[active]
  const open = async (tab: string) => {
    if (dirty.current && !(await confirm(LEAVE))) return
    dirty.current = false
    setParams({ tab }, { replace: true })
  }
  return (
    <div className="k-page">
      <Tabs activeKey={active} items={items} onChange={(tab) => void open(tab)} />
      {formId === undefined ? <TraceSearch /> : <ConfigForm key={formId} formId={formId} onDirty={onDirty} />}
    </div>
  )
}
