import type { FieldError } from '#kit/shared/errors.ts'
import { LINK_ROLES, type LinkRole } from './partnerLink.entity.ts'

export interface Link {
  role: LinkRole
  partnerId: number
  isDefault: 0 | 1
}

/** The field of a sold-to party that names its default partner of a role. */
export const DEFAULT_OF = { 1: 'defaultPayerId', 2: 'defaultShipToId', 3: 'defaultInvoiceId' } as const

const labelOf = (role: LinkRole): string => LINK_ROLES.find((one) => one.value === role)?.label ?? ''

/** What is wrong with the links of a sold-to party among themselves. */
export function linkFaults(links: readonly Link[]): FieldError[] {
  const seen = new Set<string>()
  const defaults = new Set<LinkRole>()
  return links.flatMap(({ role, partnerId, isDefault }, index): FieldError[] => {
    const key = `${role}:${partnerId}`
    if (seen.has(key)) return [{ field: `links.${index}.partnerId`, message: `${labelOf(role)}重复` }]
    seen.add(key)
    if (isDefault !== 1) return []
    if (defaults.has(role))
      return [{ field: `links.${index}.isDefault`, message: `只能设置一个默认${labelOf(role)}` }]
    defaults.add(role)
    return []
  })
}

/** The default partner of each role, by its field. */
export function defaultsOf(links: readonly Link[]) {
  const of = (role: LinkRole): number | null =>
    links.find((one) => one.role === role && one.isDefault === 1)?.partnerId ?? null
  return { defaultPayerId: of(1), defaultShipToId: of(2), defaultInvoiceId: of(3) }
}

/** What a sold-to party lacks to be approved, in the order it is told; null when it is complete. Catalog §6.2, §8.4. */
export function lackOf(
  links: readonly Pick<Link, 'role' | 'partnerId'>[],
  defaults: { defaultPayerId: number | null; defaultInvoiceId: number | null },
): string | null {
  const has = (role: LinkRole, id: number | null): boolean =>
    links.some((one) => one.role === role && one.partnerId === id)
  if (!has(1, defaults.defaultPayerId)) return '请设置一个默认付款方'
  if (!has(3, defaults.defaultInvoiceId)) return '请设置一个默认开票方'
  if (!links.some((one) => one.role === 2)) return '请至少新增一个送达方'
  return null
}
