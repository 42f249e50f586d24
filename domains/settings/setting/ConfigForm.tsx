import { HistoryOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { Shape } from '#kit/shared/field.ts'
import { type Act, Acts, act } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormBody, type InputSettings } from '#kit/web/form/FormBody.tsx'
import { useEntityForm } from '#kit/web/form/useEntityForm.ts'
import { LEAVE, useUnsaved } from '#kit/web/form/useForm.ts'
import { request } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { relearnSite } from '#kit/web/shell/house.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastNotice } from '#kit/web/toast.ts'
import { useCall } from '#kit/web/useCall.ts'
import { configCalls, type FormField } from '../config.calls.ts'
import { openHistory } from './ConfigHistory.tsx'
import { shapeOf, wireValue } from './configField.ts'
import { SecretInput } from './SecretInput.tsx'

const CALLS = { update: configCalls.saveForm }
const TESTS: readonly Act<{ formId: number; dirty: boolean }>[] = [
  act({
    label: '测试连接',
    permission: configCalls.test,
    // What is tried is what is stored.
    off: ({ dirty }) => (dirty ? '请先保存再测试' : null),
    async run({ formId }) {
      const { message } = await request(configCalls.test, { formId })
      toastNotice(message)
    },
  }),
]
const TOUCHES = ['/admin/system/config']

interface ConfigFormProps {
  formId: number
  /** has changes that are not saved */
  onDirty(dirty: boolean): void
}

/** One form of the configuration, drawn from its declaration. Platform §7.1. */
export function ConfigForm({ formId, onDirty }: ConfigFormProps) {
  const declared = useCall(configCalls.form, { formId }, { quiet: true })
  const stored = useCall(configCalls.info, { formId }, { quiet: true })
  const [reading, setReading] = useState(0)
  const reload = async () => {
    await Promise.all([declared.refetch(), stored.refetch()])
    setReading((count) => count + 1)
  }
  // What was read before may be old: a save from it would only be refused.
  if (declared.data === undefined || stored.data === undefined || !stored.isFetchedAfterMount) {
    const error = declared.error ?? stored.error
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void reload()} />
  }
  return (
    <Ready
      key={reading}
      formId={formId}
      testable={declared.data.testable}
      fields={declared.data.fields}
      stored={stored.data}
      onDirty={onDirty}
      onReload={() => void reload()}
    />
  )
}

interface ReadyProps extends ConfigFormProps {
  testable: boolean
  fields: readonly FormField[]
  stored: WireRow
  onReload(): void
}

function Ready({ formId, testable, fields, stored, onDirty, onReload }: ReadyProps) {
  const [shape] = useState(() => shapeOf(fields))
  const [start] = useState(() => startOf(shape, stored))
  const inputs = useMemo(() => inputsOf(fields), [fields])
  const { form, saving, save } = useEntityForm({
    shape,
    calls: CALLS,
    id: formId,
    start,
    touches: TOUCHES,
    complete: (input) => ({
      fields: Object.entries(input).map(([name, value]) => ({
        name,
        value,
        title: shape[name]?.label ?? name,
      })),
    }),
    onSaved() {
      void relearnSite()
      onReload()
    },
    onReload,
  })
  useUnsaved(form.dirty)
  useEffect(() => onDirty(form.dirty), [onDirty, form.dirty])
  const may = mayCall(configCalls.saveForm)
  const seesHistory = mayCall(configCalls.history)
  const history = async () => {
    // A value that was taken back shows only when the form is read again.
    if (form.dirty && !(await confirm(LEAVE))) return
    if (await openHistory({ formId, shape })) onReload()
  }
  return (
    <>
      <FormBody form={form} inputs={inputs} readOnly={!may} />
      {(may || testable || seesHistory) && (
        <div className="k-page-foot">
          <Space wrap>
            {may && (
              <Button type="primary" loading={saving} disabled={!form.dirty} onClick={() => void save()}>
                保存
              </Button>
            )}
            {seesHistory && (
              <Button icon={<HistoryOutlined />} onClick={() => void history()}>
                变更历史
              </Button>
            )}
            {testable && <Acts acts={TESTS} target={{ formId, dirty: form.dirty }} />}
          </Space>
        </div>
      )}
    </>
  )
}

function startOf(shape: Shape, stored: WireRow): WireRow {
  const values = Object.entries(shape).map(([name, field]) => [
    name,
    wireValue(field, String(stored[name] ?? '')),
  ])
  return { ...Object.fromEntries(values), version: stored.version }
}

function inputsOf(fields: readonly FormField[]): InputSettings {
  return Object.fromEntries(
    fields
      .filter(({ secret, fixed }) => secret || fixed)
      .map(({ name, secret, fixed }) => [
        name,
        { ...(secret ? { Input: SecretInput, secret } : {}), ...(fixed ? { disabled: true } : {}) },
      ]),
  )
}
