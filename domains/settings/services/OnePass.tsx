import { Alert, Button, Space, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { CallError } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { SmsRecords } from '../sms/SmsRecords.tsx'
import { SmsTemplates } from '../sms/SmsTemplates.tsx'
import { smsRecordCalls, smsTemplateCalls } from '../sms/sms.calls.ts'
import { PassRecords } from './PassRecords.tsx'
import { passCalls as calls } from './pass.calls.ts'
import { ServiceTiles } from './ServiceTiles.tsx'
import { SignIn } from './SignIn.tsx'
import { openSteps } from './StepForm.tsx'
import './services.css'

type Info = OutWireOf<typeof calls.info>

const SETUP = '/operation/setting?formId=200'
/** reasons of the server's refusals */
const SIGN_IN = 'signIn'
const NOT_CONFIGURED = 'notConfigured'

/** 平台服务: the account that pays for messages, lookups and waybills, and what was used. Platform §12.1. */
export default function OnePass() {
  const { data, error, refetch } = useCall(calls.info, {}, { quiet: true })
  if (error !== null) {
    const reason = error instanceof CallError ? error.reason : ''
    if (reason === SIGN_IN) return <SignIn onDone={() => void refetch()} />
    if (reason !== NOT_CONFIGURED) return <ErrorState error={error} onRetry={() => void refetch()} />
    return (
      <Empty text="未配置平台服务：请填写平台服务地址，或填 local 使用本地计数">
        <Button type="primary" onClick={() => goTo(SETUP)}>
          去设置
        </Button>
      </Empty>
    )
  }
  if (data === undefined) return <Loading rows={8} />
  return (
    <>
      <Account info={data} />
      <ServiceTiles info={data} />
      <Records />
    </>
  )
}

const CHANGES: readonly Act<Info>[] = [
  act({
    label: '修改密码',
    permission: calls.updatePassword,
    run: ({ account }) =>
      openSteps('修改密码', {
        call: calls.updatePassword,
        fixed: { account },
        steps: [
          { title: '验证手机号', fields: ['phone', 'code'] },
          { title: '设置新密码', fields: ['password'] },
        ],
        submit: '提交',
        success: '修改成功，请重新登录',
      }),
  }),
  act({
    label: '修改手机号',
    permission: calls.updatePhone,
    run: ({ account }) =>
      openSteps('修改手机号', {
        call: calls.updatePhone,
        fixed: { account },
        steps: [
          { title: '验证账号', fields: ['password'], call: calls.validatePhone },
          { title: '新手机号', fields: ['phone', 'code'] },
        ],
        submit: '提交',
        success: '修改成功',
      }),
  }),
  callAct(calls.logout, {
    label: '退出登录',
    prompt: '退出后短信、物流查询等平台服务将不可用，确定退出吗？',
    danger: true,
    input: () => ({}),
  }),
]

function Account({ info }: { info: Info }) {
  if (info.local)
    return (
      <Alert
        type="info"
        showIcon
        title="本地模式：用量由本系统计数，充值由管理员手工登记；短信和物流通过各自设置的接口发送"
        style={{ marginBottom: 16 }}
      />
    )
  return (
    <div className="s-account">
      <span>
        <strong>{info.account}</strong> <span className="k-hint">{info.phone}</span>
      </span>
      <Space wrap>
        <Acts acts={CHANGES} target={info} />
      </Space>
    </div>
  )
}

const TABS = [
  { key: 'sms', label: '短信', call: smsRecordCalls.list, children: <SmsRecords /> },
  { key: 'temps', label: '短信模板', call: smsTemplateCalls.list, children: <SmsTemplates /> },
  { key: 'copy', label: '商品采集', call: calls.records, children: <PassRecords key="copy" type="copy" /> },
  {
    key: 'expr_query',
    label: '物流查询',
    call: calls.records,
    children: <PassRecords key="expr_query" type="expr_query" />,
  },
  {
    key: 'expr_dump',
    label: '电子面单打印',
    call: calls.records,
    children: <PassRecords key="expr_dump" type="expr_dump" />,
  },
]

function Records() {
  const [params, setParams] = useSearchParams()
  const tabs = TABS.filter((tab) => mayCall(tab.call))
  const active = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0]
  if (active === undefined) return null
  return (
    <>
      <Tabs
        activeKey={active.key}
        items={tabs.map(({ key, label }) => ({ key, label }))}
        // Filters and page of one tab mean nothing to the other.
        onChange={(tab) => setParams({ tab }, { replace: true })}
      />
      {active.children}
    </>
  )
}
