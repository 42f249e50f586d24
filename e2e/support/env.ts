/** What the setup of the browser tests leaves in the environment, by name. */
export const ENV = {
  /** address of the product with data, the session that prepares what a test needs there, and its database */
  full: 'TS_E2E_FULL',
  fullToken: 'TS_E2E_FULL_TOKEN',
  fullDatabase: 'TS_E2E_FULL_DATABASE',
  /** address of the product as it was installed */
  empty: 'TS_E2E_EMPTY',
  /** address of the product filled as a demonstration; for pictures only */
  demo: 'TS_E2E_DEMO',
  /** addresses of all pages that rooms declare, as JSON */
  pagePaths: 'TS_E2E_PAGE_PATHS',
  /** address of the pages of e2e/pages */
  pages: 'TS_E2E_PAGES',
} as const

/** What the setup left under a name; throws outside of a run. */
export function left(name: keyof typeof ENV): string {
  const value = process.env[ENV[name]]
  if (value === undefined)
    throw new Error(`${ENV[name]} is missing: the setup of the browser tests did not run`)
  return value
}

/** Where a page of e2e/pages stands; no product answers there, only the test. */
export const pageAt = (name: string): string => `${left('pages')}/${name}/`
