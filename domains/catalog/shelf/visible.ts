/** Scopes of who may see a listing that name their objects one by one. Catalog §3.5. */
export const NAMED_SCOPES = ['userLevel', 'userTag', 'orgLevel', 'company'] as const
/** Each goes by the name of the entity of its objects. */
export const NAMED_ENTITIES: Readonly<Record<string, string>> = Object.fromEntries(
  NAMED_SCOPES.map((one) => [one, one]),
)
export type NamedScope = (typeof NAMED_SCOPES)[number]

export const isNamedScope = (scope: string): scope is NamedScope => NAMED_SCOPES.some((one) => one === scope)
