import { Button, Modal } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { LEAVE, useForm, useUnsaved } from '#kit/web/form/useForm.ts'
import { useSend } from '#kit/web/form/useSend.ts'
import Html from '#kit/web/html/Html.tsx'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { orgLevelCalls } from '../level/orgLevel.calls.ts'
import { orgLevel } from '../level/orgLevel.entity.ts'
import { orgHelp } from './orgHelp.entity.ts'
import { orgHelpCalls } from './orgUser.calls.ts'

const COMPANY_CHANNELS = CHANNELS.filter((one) => one.value !== 1201 && one.value !== 1205)
const ITEMS = COMPANY_CHANNELS.map((one) => ({ key: String(one.value), label: one.label }))
const LEVEL_COLUMNS = ['levelName', 'discount', 'minScore', 'minMonthAmount', 'equities'] as const
const { channelId: _channelId, ...TYPED } = orgHelp.shape

/** 组织会员帮助: what members of organisations read, per channel. Catalog §6.3. */
export default function OrgHelp() {
  const [channel, setChannel] = useState(ITEMS[0]?.key ?? '')
  const chosen = COMPANY_CHANNELS.find((one) => String(one.value) === channel)
  const typed = useRef(false)
  const open = async (next: string) => {
    if (!typed.current || (await confirm(LEAVE))) setChannel(next)
  }
  return (
    <div className="k-page">
      <CountTabs items={ITEMS} active={channel} label="渠道" onChange={(next) => void open(next)} />
      {chosen && <OfChannel key={channel} channelId={chosen.value} typed={typed} />}
    </div>
  )
}

interface ChannelProps {
  channelId: (typeof CHANNELS)[number]['value']
  /** whether something was typed that is not saved */
  typed: RefObject<boolean>
}

function OfChannel({ channelId, typed }: ChannelProps) {
  const { data, error, refetch } = useCall(orgHelpCalls.info, { channelId }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <HelpForm channelId={channelId} typed={typed} row={data} />
}

function HelpForm({ channelId, typed, row }: ChannelProps & { row: WireRow | null }) {
  const form = useForm(TYPED, row ?? { title: '', content: '', levelTable: 1, status: 1 })
  useUnsaved(form.dirty)
  useEffect(() => {
    typed.current = form.dirty
  }, [typed, form.dirty])
  const [preview, setPreview] = useState(false)
  const { saving, save } = useSend(orgHelpCalls.save, form, {
    success: '保存成功',
    complete: (input) => ({ ...input, channelId }),
    onDone: () => undefined,
  })
  const readOnly = !mayCall(orgHelpCalls.save)
  return (
    <form onSubmit={save}>
      <FormBody form={form} readOnly={readOnly} />
      <div className="k-page-foot">
        {!readOnly && (
          <Button type="primary" htmlType="submit" loading={saving}>
            保存
          </Button>
        )}{' '}
        <Button onClick={() => setPreview(true)}>预览</Button>
      </div>
      <Modal
        open={preview}
        footer={null}
        title={textOf(form.values.title) || '未填写标题'}
        onCancel={() => setPreview(false)}
      >
        <Html html={textOf(form.values.content)} />
        {form.values.levelTable === 1 && mayCall(orgLevelCalls.list) && <LevelTable channelId={channelId} />}
      </Modal>
    </form>
  )
}

/** 等级表, as members of the channel read it below the text. */
function LevelTable({ channelId }: { channelId: number }) {
  const asked = { channelId: String(channelId), status: '1', limit: 100 }
  const { data, error, refetch } = useCall(orgLevelCalls.list, asked, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table<(typeof data.list)[number]>
      bordered
      dataSource={data.list}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <span className="k-hint">该渠道还没有等级</span> }}
      columns={LEVEL_COLUMNS.map((name) => ({
        key: name,
        title: orgLevel.shape[name].label,
        render: (_, row) => (
          <FieldCell field={orgLevel.shape[name]} name={name} value={row[name]} row={row} />
        ),
      }))}
    />
  )
}
