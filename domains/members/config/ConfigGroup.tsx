import { HistoryOutlined } from '@ant-design/icons'
import { Alert, Button, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { useEntityForm } from '#kit/web/form/useEntityForm.ts'
import type { FormState } from '#kit/web/form/useForm.ts'
import { useUnsaved } from '#kit/web/form/useForm.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { openVersions } from './ConfigVersions.tsx'
import { configCalls } from './config.calls.ts'
import { CONFIGS, type ConfigType } from './config.types.ts'
import { useUnkept } from './unkept.ts'

const CALLS = { save: configCalls.save }
const TOUCHES = ['/admin/user/configInfo', '/admin/user/config']

/** What the groups give besides growth. */
const GIVES: Readonly<Partial<Record<ConfigType, readonly string[]>>> = {
  sign: ['integral'],
  spread: ['integral'],
}
const NOTHING: readonly string[] = []

interface GroupProps {
  type: ConfigType
  channelId?: number
  /** beside the inputs, e.g. how it will look */
  beside?: (form: FormState) => ReactNode
}

/** One group of what is set for members: read, saved as a whole, with its versions. Members §3.9. */
export function ConfigGroup({ type, channelId = 0, beside }: GroupProps) {
  const asked = { type, channelId }
  const { data, error, refetch, isFetchedAfterMount } = useCall(configCalls.info, asked, { quiet: true })
  const [reading, setReading] = useState(0)
  const reload = async () => {
    await refetch()
    setReading((count) => count + 1)
  }
  // A save from what was read before would only be refused.
  if (data === undefined || !isFetchedAfterMount)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void reload()} />
  return (
    <Ready
      key={`${type}${channelId}:${reading}`}
      type={type}
      channelId={channelId}
      version={data.version}
      start={data.fields}
      onReload={() => void reload()}
      {...(beside === undefined ? {} : { beside })}
    />
  )
}

interface ReadyProps extends GroupProps {
  channelId: number
  version: number
  start: WireRow
  onReload(): void
}

function Ready({ type, channelId, version, start, onReload, beside }: ReadyProps) {
  const shape: Shape = CONFIGS[type]
  const { form, saving, save } = useEntityForm({
    shape,
    calls: CALLS,
    id: null,
    title: `${type}${channelId}`,
    start,
    touches: TOUCHES,
    success: '保存成功',
    complete: (fields) => ({ type, channelId, version, fields }),
    onSaved: onReload,
    onReload,
  })
  useUnsaved(form.dirty)
  const unkept = useUnkept(GIVES[type] ?? NOTHING)
  const may = mayCall(configCalls.save)
  return (
    <>
      {unkept !== undefined && <Alert className="k-kept" type="info" showIcon title={unkept} />}
      <FormBody form={form} readOnly={!may} />
      {beside?.(form)}
      {(may || mayCall(configCalls.versions)) && (
        <div className="k-page-foot">
          <Space wrap>
            {may && (
              <Button type="primary" loading={saving} disabled={!form.dirty} onClick={() => void save()}>
                保存
              </Button>
            )}
            {mayCall(configCalls.versions) && (
              <Button
                icon={<HistoryOutlined />}
                onClick={() =>
                  void openVersions({ type, channelId }).then((restored) => restored && onReload())
                }
              >
                版本
              </Button>
            )}
          </Space>
        </div>
      )}
    </>
  )
}
