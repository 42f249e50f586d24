import { choice, flag, int, ref } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const LINK_ROLES = [
  { value: 1, label: '付款方' },
  { value: 2, label: '送达方' },
  { value: 3, label: '开票方' },
] as const
export type LinkRole = (typeof LINK_ROLES)[number]['value']

/** Lines of the form of a sold-to party: whom it may use, and whom unless another is chosen. Catalog §6.2. */
export const linkLine = {
  role: choice('角色', LINK_ROLES, { required: true }),
  partnerId: int('合作方', { required: true, min: 1 }),
  isDefault: flag('默认', { initial: 0 }),
}

/** 合作关系: which payers, ship-tos and invoice-tos a sold-to party may use. Catalog D10. */
export const partnerLink = entity(
  'partnerLink',
  '合作关系',
  { shoudaId: ref('售达方', 'shouda', { required: true }), ...linkLine },
  { title: 'role', part: true },
)
