import { lines } from '#kit/fields/shared.ts'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { FamiliesInput } from './FamiliesInput.tsx'
import { LinksEditor } from './LinksEditor.tsx'
import { hidesNumber } from './partnerGroups.ts'
import { linkLine } from './partnerLink.entity.ts'
import { shoudaCalls } from './shouda.calls.ts'
import { shouda } from './shouda.entity.ts'
import { SHOUDA_GROUPS } from './shoudaView.tsx'
import { usePartnerRoute } from './usePartnerRoute.ts'

const SHAPE = { ...shouda.shape, links: lines('合作方', linkLine) }
const LEFT_OUT = { links: 'a table of its own below the inputs' }
const INPUTS = { productFamilies: { Input: FamiliesInput } }

const sent = (input: Record<string, unknown>) => ({
  ...input,
  ...('links' in input
    ? {
        links: rowsOf(input.links).map(({ role, partnerId, isDefault }) => ({ role, partnerId, isDefault })),
      }
    : {}),
})
const isHidden = (name: string, values: WireRow): boolean =>
  hidesNumber(name) || (name === 'blockReason' && values.orderBlock !== 1 && values.deliveryBlock !== 1)

/** 新增售达方, 编辑售达方. Catalog §6.2. */
export default function ShoudaForm() {
  return (
    <DocumentForm
      {...usePartnerRoute()}
      of={shouda}
      calls={shoudaCalls}
      shape={SHAPE}
      groups={SHOUDA_GROUPS}
      inputs={INPUTS}
      hidden={isHidden}
      complete={sent}
      leftOut={LEFT_OUT}
      below={(form) => <LinksEditor form={form} />}
      back="/company/shouda"
    />
  )
}
