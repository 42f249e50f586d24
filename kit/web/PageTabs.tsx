import { Tabs } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { mayCall } from './session.ts'

/** A part of a page with its own tab; shown to those who may ask its call. */
export interface PageTab {
  key: string
  label: ReactNode
  call: { permission: string }
  page: ReactNode
}

/** The parts of a page under tabs; which one is open stands in the address, the first one unless told. Frame §5. */
export function PageTabs({ tabs }: { tabs: readonly PageTab[] }) {
  const [params, setParams] = useSearchParams()
  const shown = tabs.filter((tab) => mayCall(tab.call))
  const active = shown.find((tab) => tab.key === params.get('tab')) ?? shown[0]
  return (
    <>
      <Tabs
        activeKey={active?.key ?? ''}
        items={shown.map(({ key, label }) => ({ key, label }))}
        // Filters and page of one tab mean nothing to the other.
        onChange={(tab) => setParams({ tab }, { replace: true })}
      />
      <Fragment key={active?.key}>{active?.page}</Fragment>
    </>
  )
}
