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
