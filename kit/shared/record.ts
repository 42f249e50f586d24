import { trust } from './loose.ts'

/** Whether a value of unknown origin (JSON, a stored column) is an object with names. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value itself when it is an object with names, else an empty one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** The names of the fields of an object that has no others than its type says. */
export function namesOf<T extends object>(value: T): (keyof T & string)[] {
  return trust(Object.keys(value))
}

/** An object of these names, each with what is made for it. */
export function recordOf<K extends string, V>(names: readonly K[], make: (name: K) => V): Record<K, V> {
  return trust(Object.fromEntries(names.map((name) => [name, make(name)])))
}

/** The fields of these names of an object. */
export function pick<T extends object, K extends keyof T & string>(
  value: T,
  names: readonly K[],
): Pick<T, K> {
  return trust(Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : []))))
}

/** Whether two values of a field are the same, as they are stored: lists and objects by what they hold. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  ((typeof one === 'object' || typeof other === 'object') && JSON.stringify(one) === JSON.stringify(other))
