import { useParams } from 'react-router'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { type InfoSection, InfoSections } from '#kit/web/info/InfoSections.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { companyCell, type PartnerRow } from './partnerList.tsx'

interface PartnerInfoProps<R extends PartnerRow> {
  of: Entity
  calls: { info: Call<unknown, unknown, unknown, R>; update: Call }
  sections: readonly InfoSection[]
  actions: readonly Act<R>[]
  /** its form */
  edit(row: R): string
  back: string
}

const SAP: InfoSection = {
  title: 'SAP与系统',
  fields: ['sapSync', 'sapDescription', 'sapSyncTime', 'remark', 'createTime', 'updateTime'],
}

/** 详情 of a payer, ship-to or invoice-to. Catalog §6.2. */
export function PartnerInfo<R extends PartnerRow>(props: PartnerInfoProps<R>) {
  const { of, calls, sections, actions, edit, back } = props
  const id = Number(useParams().id)
  const name = (row: R) => textOf(row[of.facts.title])
  const shape = calls.info.answer.shape ?? of.all
  return (
    <InfoPage<R>
      call={calls.info}
      id={id}
      title={(row) => `${of.label}详情 ${name(row)}`}
      name={name}
      states={(row) => [
        row.status === 1 ? { value: 1, label: '启用', color: 'success' } : { value: 0, label: '停用' },
        row.isDefault === 1 ? { value: 1, label: '默认', color: 'processing' } : undefined,
      ]}
      actions={[
        act<R>({ label: '编辑', permission: calls.update, run: (row) => goTo(edit(row)) }),
        ...actions,
      ]}
      back={back}
      parts={(row) => [
        {
          key: 'base',
          label: '基本信息',
          content: (
            <InfoSections<R>
              shape={shape}
              row={row}
              sections={[...sections, SAP]}
              cells={{ companyId: { cell: companyCell } }}
            />
          ),
        },
      ]}
    />
  )
}
