import { useCall } from '#kit/web/useCall.ts'
import { configCalls } from './config.calls.ts'

/**
 * What a form says of rewards that it takes but that nobody keeps yet, so that they are not given: 积分尚未启用…; undefined
 * while all of them are kept, or that is not known yet. Members §3.5, §3.10.
 */
export function useUnkept(kinds: readonly string[]): string | undefined {
  const { data } = useCall(configCalls.unkept, {}, { quiet: true })
  const names = data?.filter(({ kind }) => kinds.includes(kind)).map(({ label }) => label) ?? []
  return names.length === 0 ? undefined : `${names.join('、')}尚未启用，填写后会保存，但目前不会发放`
}
