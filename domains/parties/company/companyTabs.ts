import type { ComponentType } from 'react'

/** A tab of the page of a company. */
export interface CompanyTab {
  key: string
  label: string
  Content: ComponentType<{ companyId: number }>
  /** code a person needs to see it */
  permission: string
}

const tabs: CompanyTab[] = []

/** What other parts show of a company on its page, in the order of their declaration. Catalog §6.1. */
export function declareCompanyTab(tab: CompanyTab): void {
  if (tabs.some((one) => one.key === tab.key)) throw new Error(`Company tab ${tab.key} is declared twice`)
  tabs.push(tab)
}

export const companyTabs = (): readonly CompanyTab[] => tabs
