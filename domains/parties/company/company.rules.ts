import { PERSON_TYPE } from './company.entity.ts'

/** Levels of a tree of companies, its root included. Catalog §6.1. */
export const MAX_DEPTH = 5

/** The ids above a company, the root first, from its path '/1/5/'. */
export const idsAbove = (path: string): number[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map(Number)

/** The path of what stands below a company. */
export const pathBelow = (row: { id: number; path: string }): string => `${row.path}${row.id}/`

/** A natural person has no credit code. */
export const needsCreditCode = (orgType: string | undefined): boolean => orgType !== PERSON_TYPE

/** What makes the name of a company its own: 福州通商贸易有限公司 → 福州通商贸易. */
export function coreName(orgName: string): string {
  return orgName
    .replace(/[\s()（）·.-]/g, '')
    .replace(/(股份|有限责任|有限)*(公司|集团|商行|经营部|门市部|分公司|厂|店)?$/, '')
}
