import type { ScopeIds } from './role.entity.ts'

/** A role's data scope: kind 1–7 and, of kind 7, its lists. */
export type RoleScope = { kind: number } & ScopeIds

/** The kind 自定义, which has lists of its own. */
export const OWN_SCOPE = 7

const LISTS = ['deptIds', 'storeIds', 'warehouseIds', 'companyIds', 'supplierIds', 'channelIds'] as const

/** Whether a person with these scopes may hand the given one on: it shows nothing theirs do not. Platform §6.1. */
export function scopeCovers(own: readonly RoleScope[], given: RoleScope): boolean {
  // Everybody sees what is their own.
  if (given.kind === 6) return true
  return own.some((scope) => {
    if (scope.kind === 1) return true
    if (scope.kind === 2 && given.kind === 3) return true
    if (scope.kind !== given.kind) return false
    if (scope.kind !== OWN_SCOPE) return true
    // Lists are joined by AND: a list the giver has bounds the given one, which must have it too.
    return LISTS.every((name) => {
      const bound = scope[name] ?? []
      const asked = given[name] ?? []
      return bound.length === 0 || (asked.length > 0 && asked.every((id) => bound.includes(id)))
    })
  })
}

/** Whether the custom scope names anything at all. */
export function isEmptyScope(scope: ScopeIds): boolean {
  return LISTS.every((name) => (scope[name] ?? []).length === 0)
}
