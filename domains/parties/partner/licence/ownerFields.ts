import { ref } from '#kit/fields/shared.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { licence, PARTY_TYPES, type PartyType } from './licence.entity.ts'

/** Inputs that choose the owner of a licence, one for each kind of party. */
const OWNERS: Readonly<Record<PartyType, { name: string; ref: string }>> = {
  1: { name: 'ownerCompany', ref: 'company' },
  2: { name: 'ownerShouda', ref: 'shouda' },
  3: { name: 'ownerPayer', ref: 'payer' },
  4: { name: 'ownerSupplier', ref: 'supplier' },
  5: { name: 'ownerProvider', ref: 'logisticsProvider' },
}
const { ownerId: _ownerId, ...own } = licence.shape

export const OWNER_NAMES = Object.values(OWNERS).map((one) => one.name)

/** The fields of the form: a picker per kind of owner in place of the bare id. */
export const LICENCE_FORM = {
  ...own,
  ...Object.fromEntries(
    PARTY_TYPES.map(({ value, label }) => [
      OWNERS[value].name,
      ref(label, OWNERS[value].ref, { required: true }),
    ]),
  ),
}

const ownerOf = (values: WireRow) => {
  const type = PARTY_TYPES.find((one) => String(one.value) === String(values.ownerType))?.value
  return type === undefined ? undefined : OWNERS[type]
}

export function hidesOwner(name: string, values: WireRow): boolean {
  if (name === 'endDate') return values.longTerm === 1
  return OWNER_NAMES.includes(name) && ownerOf(values)?.name !== name
}

/** Start values of the form of a stored licence, and of a new one of a given owner. */
export function withOwnerInput(row: WireRow): WireRow {
  const owner = ownerOf(row)
  return owner === undefined ? row : { ...row, [owner.name]: row.ownerId }
}

/** What is sent: the owner chosen as its id. */
export function sentLicence(input: Record<string, unknown>, values: WireRow): Record<string, unknown> {
  const owner = ownerOf(values)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !OWNER_NAMES.includes(name)))
  return {
    ...rest,
    ...(owner === undefined ? {} : { ownerId: values[owner.name] }),
    ...(values.longTerm === 1 ? { endDate: null } : {}),
  }
}
