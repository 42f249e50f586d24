import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Statistic } from 'antd'
import { ConfigForm } from '#domains/settings/settings.pickers.tsx'
import { configCalls } from '#domains/settings/settings.shared.ts'
import { formatTime } from '#kit/shared/time.ts'
import { copyText } from '#kit/web/confirm.tsx'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { overview } from './account.calls.ts'
import './wechat.css'

const ACCOUNT_FORM = 84
const TOKEN = 'wechat_token'
const NOT_YET = '—'

const keepsItself = () => undefined

/** 概览 of the official account above its form, with what is to be entered at the platform. Platform §11. */
export function AccountOverview() {
  const { data, error, refetch } = useCall(overview, {}, { quiet: true })
  const form = useCall(
    configCalls.info,
    { formId: ACCOUNT_FORM },
    { quiet: true, enabled: mayCall(configCalls.info) },
  )
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const figures = [
    { title: '粉丝', value: data.fans },
    { title: '今日新增', value: data.newToday },
    { title: '今日取消', value: data.lostToday },
    { title: '今日消息', value: data.messagesToday },
    { title: '回复命中率', value: data.hitRate === null ? NOT_YET : `${(data.hitRate / 100).toFixed(2)}%` },
  ]
  return (
    <div className="k-page">
      {!data.configured && (
        <Alert type="info" showIcon title="公众号还没有配置，请填写下方设置" style={{ marginBottom: 16 }} />
      )}
      {data.lastError !== null && (
        <Alert
          type="warning"
          showIcon
          title={`最近一次接口错误 ${formatTime(data.lastError.time)}`}
          description={data.lastError.message}
          style={{ marginBottom: 16 }}
        />
      )}
      <div className="wx-figures">
        {figures.map((figure) => (
          <Statistic key={figure.title} {...figure} />
        ))}
      </div>
      <h2 className="k-group-title">填写到公众平台</h2>
      <dl className="wx-copies">
        <Copied label="服务器地址(URL)" text={data.serverUrl} missing="请先在基础配置中填写网站地址" />
        <Copied label="Token" text={form.data?.[TOKEN] ?? ''} missing="请先在下方填写" />
      </dl>
      {data.fixedApiBase !== '' && (
        <p className="k-hint">接口地址由环境变量指定为 {data.fixedApiBase}，下方的接口地址不生效。</p>
      )}
      {mayCall(configCalls.info) && <ConfigForm formId={ACCOUNT_FORM} onDirty={keepsItself} />}
    </div>
  )
}

function Copied({ label, text, missing }: { label: string; text: string | number; missing: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {text === '' ? <span className="k-hint">{missing}</span> : <code>{text}</code>}
        {text !== '' && (
          <Button
            size="small"
            icon={<CopyOutlined />}
            aria-label={`复制${label}`}
            onClick={() => void copyText(String(text))}
          />
        )}
      </dd>
    </div>
  )
}
