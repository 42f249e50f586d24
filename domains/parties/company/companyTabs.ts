import type { ComponentType } from 'react'

/** The order of the tabs, whoever declares them. Catalog §6.1. */
const ORDER = [
  'stores',
  'partners',
  'licences',
  'users',
  'level',
  'account',
  'prices',
  'orders',
  'follows',
] as const

/** A tab of the page of a company. */
export interface CompanyTab {
  key: (typeof ORDER)[number]
  label: string
  Content: ComponentType<{ companyId: number }>
  /** a code a person needs to see it, or several of which one is enough */
  permission: string | readonly string[]
  /** short: it stands below the sections, on no tab */
  isShort?: boolean
}

const tabs: CompanyTab[] = []

/** What other parts show of a company on its page. Catalog §6.1. */
export function declareCompanyTab(tab: CompanyTab): void {
  if (tabs.some((one) => one.key === tab.key)) throw new Error(`Company tab ${tab.key} is declared twice`)
  tabs.push(tab)
}

export const companyTabs = (): readonly CompanyTab[] =>
  [...tabs].sort((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
