import { Image } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { switchState } from '#kit/shared/states.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { companyCalls } from '../company/company.document.ts'
import { pageOf } from '../company/companyActs.tsx'
import { orgLevelCalls } from './orgLevel.calls.ts'
import { orgLevel } from './orgLevel.entity.ts'

type Level = OutWireOf<typeof orgLevelCalls.info>

const ACTIONS: readonly Act<Level>[] = [
  act({
    label: '编辑',
    permission: orgLevelCalls.update,
    run: ({ id }) => goTo(`/company/addOrgLevel/${id}`),
  }),
]

const SECTIONS: readonly InfoSection[] = [
  { title: '等级', fields: ['channelId', 'grade', 'createTime'] },
  { title: '条件', fields: ['minScore', 'minMonthAmount', 'keepMonths'] },
  { title: '权益', fields: ['discount', 'equities', 'remark'] },
]
const CELLS = { minScore: { cell: ({ minScore }: Level) => minScore } }

/** 组织等级详情: what a level takes and gives, and who has it. Catalog §6.5, screens §3. */
export default function OrgLevelInfo() {
  const id = Number(useParams().id)
  const companies = `/company/relations?orgLevelId=${id}`
  return (
    <InfoPage
      of={orgLevel}
      call={orgLevelCalls.info}
      id={id}
      title={(row) => `组织等级 ${row.levelName}`}
      name={(row) => row.levelName}
      picture={(row) =>
        row.icon !== '' && <Image src={row.icon} alt={row.levelName} width={64} height={64} />
      }
      states={(row) => [switchState(row.status)]}
      actions={ACTIONS}
      back="/company/storeLevel"
      figures={(row) => [
        { label: '单位数', value: row.companyCount, ...(mayCall(companyCalls.list) && { to: companies }) },
        { label: '折扣(%)', value: row.discount ?? NONE },
        { label: '最低得分', value: row.minScore },
      ]}
      sections={SECTIONS}
      cells={CELLS}
      parts={() =>
        relatedPart('companies', '单位', {
          call: companyCalls.list,
          of: { orgLevelId: String(id) },
          show: ['orgName', 'orgCode', 'contactName', 'star', 'auditStatus'],
          to: (row) => pageOf(row.id),
          empty: '还没有单位是这个等级',
          all: companies,
        })
      }
    />
  )
}
