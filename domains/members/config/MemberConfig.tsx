import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { ConfigGroup } from './ConfigGroup.tsx'
import { CONFIG_TYPES } from './config.types.ts'

/** Written on a page of its own, for each channel. */
const SHOWN = CONFIG_TYPES.filter(({ value }) => value !== 'memberHelp')

/** 会员配置: registration, growth, sign-in, membership, privacy and reach. Members §3.9. */
export default function MemberConfig() {
  const [params, setParams] = useSearchParams()
  const active = SHOWN.find(({ value }) => value === params.get('type')) ?? SHOWN[0]
  return (
    <div className="k-page">
      <Tabs
        activeKey={active?.value ?? 'base'}
        items={SHOWN.map(({ value, label }) => ({ key: value, label }))}
        onChange={(type) => setParams({ type }, { replace: true })}
      />
      {active !== undefined && <ConfigGroup key={active.value} type={active.value} />}
    </div>
  )
}
