import type { FormGroup } from '#kit/web/form/FormBody.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { hasPermission } from '#kit/web/session.ts'
import { TYPE_NUMBER } from './partner.fields.ts'

/** Fields of a partner that belong together: those of its form, and what its page tells beside them. */
export interface PartnerGroup extends FormGroup {
  title: string
  told?: readonly string[]
}

/** Said at the head of the page. */
const HEAD = new Set(['status'])

const SAP: InfoSection = {
  title: 'SAP与系统',
  fields: ['sapSync', 'sapDescription', 'sapSyncTime', 'createTime', 'updateTime'],
}

/** What the page of a partner tells: the groups of its form, what only the page knows, its way to SAP. Catalog §6.2. */
export function sectionsOf(groups: readonly PartnerGroup[]): InfoSection[] {
  const own = groups.map(({ title, fields, told = [] }) => ({
    title,
    fields: [...fields.filter((name) => !HEAD.has(name)), ...told],
  }))
  return [...own, SAP]
}

const NUMBERS = new Set(['shoudaNum', 'payerCode', 'shipToCode', 'invoiceCode'])

/** Numbers usually come from SAP; who may not type them does not see the input. Catalog §6.2. */
export const hidesNumber = (name: string): boolean => NUMBERS.has(name) && !hasPermission(TYPE_NUMBER)
