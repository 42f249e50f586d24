import { openForm } from '#kit/web/form/FormModal.tsx'
import { licenceCalls } from './licence.calls.ts'
import { licence } from './licence.entity.ts'

interface Renewed {
  id: number
  licenceNo: string
  holder: string
  endDate: string | null
}

const DAY_MS = 86_400_000
const { id: _id, ...SHAPE } = licenceCalls.renew.shape
const GROUPS = [{ fields: ['licenceNo', 'holder', 'startDate', 'longTerm', 'endDate', 'files'] }]

/** 续期: the certificate that follows the given one, proposed from the day after its end. Catalog §6.4. */
export function openRenewal({ id, licenceNo, holder, endDate }: Renewed): Promise<number | null> {
  const next = endDate === null ? null : new Date(Date.parse(endDate) + DAY_MS).toISOString().slice(0, 10)
  return openForm({
    of: licence,
    calls: { save: licenceCalls.renew },
    shape: SHAPE,
    groups: GROUPS,
    id: null,
    title: `续期 ${licenceNo}`,
    initial: { licenceNo, holder, startDate: next },
    hidden: (name, values) => name === 'endDate' && values.longTerm === 1,
    complete: (input) => ({ ...input, id }),
    success: '已续期，等待审核',
  })
}
