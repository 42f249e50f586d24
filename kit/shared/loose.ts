/**
 * The one marked place where the compiler is asked to believe: for values whose type is known from a
 * declaration that TypeScript cannot follow (a table looked up by name, a schema built from fields).
 * Never for input from outside; that goes through a schema.
 */
export function trust<T>(value: unknown): T {
  return value as T
}
