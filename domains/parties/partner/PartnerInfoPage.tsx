import { useParams } from 'react-router'
import { switchState } from '#kit/shared/states.ts'
import { act } from '#kit/web/actions.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { sectionsOf } from './partnerGroups.ts'
import { companyCell, partnerActs } from './partnerList.tsx'
import type { Partner } from './partnerScreens.ts'
import { usePartnerScreens } from './usePartnerScreens.ts'

/** Told only where it says something. */
const IF_ANY = { contractGiven: (row: Partner) => row.contractGiven === 1 }
const CELLS = { companyId: { cell: companyCell } }

/** 详情 of a 付款方, 送达方 or 开票方, as the address says. Catalog §6.2. */
export default function PartnerInfoPage() {
  const { of, calls, groups, page, list } = usePartnerScreens()
  const id = Number(useParams().id)
  const name = (row: Partner) => textOf(row[of.facts.title])
  return (
    <InfoPage
      of={of}
      call={calls.info}
      id={id}
      title={(row) => `${of.label}详情 ${name(row)}`}
      name={name}
      states={(row) => [
        switchState(row.status),
        row.isDefault === 1 ? { value: 1, label: '默认' } : undefined,
      ]}
      actions={[
        act({
          label: '编辑',
          permission: calls.update,
          run: (row: Partner) => goTo(`${page}/${row.id}/edit`),
        }),
        ...partnerActs(calls),
      ]}
      back={list}
      sections={sectionsOf(groups)}
      cells={CELLS}
      ifAny={IF_ANY}
      lists={() => declaredTabs(of.name, id)}
    />
  )
}
