import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { LinksView } from './LinksView.tsx'
import { shoudaCalls } from './shouda.calls.ts'
import { shouda } from './shouda.entity.ts'
import { shoudaStates } from './shouda.states.ts'
import { closedState, SHOUDA_ACTS, SHOUDA_CELLS, SHOUDA_PAGE, SHOUDA_SECTIONS } from './shoudaView.tsx'

type Info = OutWireOf<typeof shoudaCalls.info>

const IF_ANY = {
  blockReason: (row: Info) => row.blockReason !== '',
  closeReason: (row: Info) => row.closeReason !== '',
}

/** 售达方详情, 售达方审核. Catalog §6.2. */
export default function ShoudaPage() {
  const id = Number(useParams().id)
  return (
    <DocumentPage
      of={shouda}
      states={shoudaStates}
      calls={shoudaCalls}
      id={id}
      sections={SHOUDA_SECTIONS}
      cells={SHOUDA_CELLS}
      ifAny={IF_ANY}
      name={(row) => row.shoudaName}
      states2={(row) => [closedState(row)]}
      actions={SHOUDA_ACTS}
      edit={(row) => `${SHOUDA_PAGE}/${row.id}`}
      back="/company/shouda"
      parts={(row) => [{ key: 'links', label: '合作方', content: <LinksView shoudaId={row.id} /> }]}
    />
  )
}
