import { FieldCell, mayShow } from '#kit/fields/web.tsx'
import { daysUntil, today } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import type { Figures } from '#kit/web/info/RecordHead.tsx'
import { mayCall } from '#kit/web/session.ts'
import { orgLevelCalls } from '../level/orgLevel.calls.ts'
import { licenceCalls } from '../partner/licence/licence.calls.ts'
import { company } from './company.entity.ts'
import { pageOf } from './companyActs.tsx'

interface Figured {
  readonly id: number
  readonly creditLimit: string | null
  readonly usedCredit: string | null
  readonly licenceEnd: string | null
  readonly orgLevelId: number | null
  readonly star: number | null
}

const { creditLimit, orgLevelId, star } = company.all

/** The figures at the head of a company: its credit for who may see it, how long its licence holds, level and star. Screens §3. */
export function companyFigures(row: Figured): Figures {
  const tab = (key: string, mayOpen: boolean) => (mayOpen ? { to: `${pageOf(row.id)}?tab=${key}` } : {})
  const level = tab('level', mayCall(orgLevelCalls.log))
  const days = row.licenceEnd === null ? null : daysUntil(row.licenceEnd, today())
  return [
    mayShow(creditLimit)
      ? { label: '已用 / 信用额度', value: `${row.usedCredit ?? NONE} / ${row.creditLimit ?? NONE}` }
      : undefined,
    {
      label: '执照剩余天数',
      value: days ?? '长期',
      ...tab('licences', mayCall(licenceCalls.list)),
    },
    {
      label: '等级',
      value:
        row.orgLevelId === null ? (
          NONE
        ) : (
          <FieldCell field={orgLevelId} name="orgLevelId" value={row.orgLevelId} row={{}} />
        ),
      ...level,
    },
    { label: '星级', value: <FieldCell field={star} name="star" value={row.star} row={{}} />, ...level },
  ]
}
